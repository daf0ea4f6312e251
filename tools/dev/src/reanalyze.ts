import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { paths } from './start/paths.ts';

/** `npm run reanalyze -- …`: what summarization lists, ingestion asks for again. Both by their own operators' command lines. */
const usage = `npm run reanalyze -- --engine-before VERSION [options]

Analyses the calls again whose newest summary was made by the embedded engine in an older version. One after the other, workspaces in turns;
new calls go first, and nothing counts against a workspace's limits. Subscribers get a summary.ready of each. Interrupted with Ctrl-C, the
same command goes on with what is left.

  --engine-before VERSION  3, 2.4 or 2.4.1: summaries of it and of later ones stay
  --workspace ID|SLUG      only this workspace
  --rate N                 calls per minute, at most (default: 30)
  --under-way N            unfinished analyses at a time, at most (default: 2)
  --dry-run                count them by workspace, change nothing
  --actor NAME             who you are, for the record of operator actions
  -h, --help               this text`;

const options = {
  'engine-before': { type: 'string' },
  workspace: { type: 'string' },
  rate: { type: 'string' },
  'under-way': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  actor: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const given = readArguments();
if (given.help) {
  console.log(usage);
  process.exit(0);
}
const before = given['engine-before'] ?? fail(`--engine-before is missing.\n\n${usage}`, 2);
const which = given.workspace === undefined ? [] : ['--workspace', idOf(given.workspace)];
const list = operate('summarization', ['outdated', '--engine-before', before, ...which], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const how = (['rate', 'under-way', 'actor'] as const).flatMap((name) => {
  const value = given[name];
  return value === undefined ? [] : [`--${name}`, value];
});
operate('ingestion', ['reanalyze', ...how, ...(given['dry-run'] ? ['--dry-run'] : [])], {
  input: list,
  stdio: ['pipe', 'inherit', 'inherit'],
});

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 2);
  }
}

/** Slugs are the gateway's. */
function idOf(workspace: string): string {
  if (workspace.startsWith('wsp_')) return workspace;
  const list = operate('gateway', ['workspaces', 'list', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] }, 'cli');
  const all = JSON.parse(list) as { readonly id: string; readonly slug: string | null }[];
  return all.find(({ slug }) => slug === workspace)?.id ?? fail(`There is no workspace ${workspace}.`, 1);
}

/** What it printed, where that is taken; ends with its exit code if it failed. */
function operate(service: string, args: readonly string[], options: SpawnSyncOptions, program = 'operate'): string {
  const environment = join(paths.environments, `${service}.env`);
  const file = join(paths.root, 'apps', service, 'dist', `${program}.js`);
  if (!existsSync(environment) || !existsSync(file))
    return fail('There is no system in this folder yet. Start it once with: npm start -- --detach', 1);
  const command = ['--enable-source-maps', `--env-file=${environment}`, file, ...args];
  const { status, stdout } = spawnSync(process.execPath, command, {
    ...options,
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

function fail(message: string, status: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}
