import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startParts, stopParts } from '@ci/testing';
import { affectedProjects } from './affected.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { runJest } from './jest-run.ts';
import { readOptions, type TestOptions } from './options.ts';
import { findProjects, type TestProject } from './projects.ts';
import { closingLine, skippedIn, totalsOf, type JestResults } from './report.ts';
import { runTool } from './run-tool.ts';
import { readStarts, timesOf, type Stage } from './times.ts';

/** `npm test`, once everything is installed (tools/dev/test.mjs says what it does). */
const workspace = path.resolve(import.meta.dirname, '../../../..');
const endToEnd = '.e2e.spec.ts$';
const integration = '.int.spec.ts$';
const notEndToEnd = '(?<!\\.e2e)\\.spec\\.ts$';
const stages: Stage[] = [];
let current: { readonly title: string; readonly begun: number } | undefined;
/** Two at a time: what they wait for are one database server and one broker. */
const workers = 2;

const problems: string[] = [];
/** Every process that starts something for a test inherits it. */
const startsFolder = mkdtempSync(path.join(tmpdir(), 'call-intelligence-starts-'));
const startsFile = (process.env['TEST_STARTS_FILE'] = path.join(startsFolder, 'starts'));
let interrupted = false;
process.on('SIGINT', () => (interrupted = true)).on('SIGTERM', () => (interrupted = true));

try {
  const options = readOptions(process.argv.slice(2));
  const projects = await projectsOf(options);
  process.exitCode =
    projects.length === 0 ? await checkDocuments() : report(await testEverything(options, projects), options);
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
rmSync(startsFolder, { recursive: true, force: true });
// Everything has been stopped and said.
process.exit();

/** All of them, those that are named, or those that a change reaches. */
async function projectsOf({ projects, affectedSince }: TestOptions): Promise<readonly TestProject[]> {
  if (affectedSince === undefined) return findProjects(workspace, projects);
  const affected = await affectedProjects(workspace, affectedSince);
  const reached = findProjects(workspace, []).filter(({ name }) => affected.includes(name));
  const names = reached.map(({ name }) => name).join(', ');
  console.log(`what differs from ${affectedSince} reaches ${names === '' ? 'no project' : names}`);
  return reached;
}

async function testEverything(options: TestOptions, projects: readonly TestProject[]): Promise<readonly JestResults[]> {
  const everything = options.projects.length === 0 && options.affectedSince === undefined;
  const only = everything ? [] : ['-p', projects.map(({ name }) => name).join(',')];
  const outside = options.unitOnly ? [] : projects.filter(({ endToEndSpecs }) => endToEndSpecs > 0);
  const inside = projects.filter((p) => p.unitSpecs > 0 || (!options.unitOnly && p.integrationSpecs > 0));
  const needsParts = outside.length > 0 || (!options.unitOnly && inside.some((p) => p.integrationSpecs > 0));

  // Of documents, too, which are in no project.
  if (options.checks && options.projects.length === 0) await checkFormatting();
  const built = !options.build || (await check('build', 'nx', ['run-many', '-t', 'build', ...only]));
  if (options.checks && everything)
    await check('description of the API', 'node', ['tools/openapi/src/main.ts', '--check']);
  if (options.checks && everything && built)
    await check('variables in the READMEs', 'node', ['tools/dev/config-docs.mjs', '--check']);
  if (options.checks && only.length === 0 && built)
    await check('reference of metrics', 'node', ['tools/dev/metrics-docs.mjs', '--check']);
  if (options.checks) await check('lint and types', 'nx', ['run-many', '-t', 'lint', 'typecheck', ...only]);

  try {
    const parts = !needsParts || (await startRealParts());
    const leaveOut = [endToEnd, ...(options.unitOnly || !parts ? [integration] : [])];
    const title = leaveOut.includes(integration) ? 'unit tests' : 'unit and integration tests';
    const first = await jest(title, { folders: foldersOf(inside), leaveOut, workers }, options);
    if (outside.length > 0 && !(built && parts)) problems.push('end-to-end tests (not run: what they need is missing)');
    // One after another and last: each starts the whole system, which is all that the machine can do at a time.
    const system = built && parts && (outside.length === 0 || (await browser())) ? foldersOf(outside) : [];
    return [
      ...first,
      ...(await jest('end-to-end tests', { folders: system, leaveOut: [notEndToEnd], workers: 1 }, options)),
    ];
  } finally {
    await stopParts();
  }
}

/** All that there is to check of a change that reaches no project. */
async function checkDocuments(): Promise<number> {
  return (await checkFormatting()) ? 0 : 1;
}

function checkFormatting(): Promise<boolean> {
  return check('formatting', 'prettier', ['--check', '--log-level=warn', '.']);
}

async function check(title: string, command: string, args: readonly string[]): Promise<boolean> {
  if (interrupted) return false;
  step(title);
  const ok = await runTool(command, args, { cwd: workspace, env: { NX_DAEMON: 'false', NX_TUI: 'false' } });
  if (!ok) problems.push(title);
  return ok;
}

async function startRealParts(): Promise<boolean> {
  if (interrupted) return false;
  step('Postgres and Kafka');
  try {
    await startParts({
      log: (line) => {
        console.log(line);
      },
    });
    return true;
  } catch (error) {
    console.error(error);
    problems.push('Postgres and Kafka did not start; integration tests were not run');
    return false;
  }
}

/** The console is tested in a real browser. */
async function browser(): Promise<boolean> {
  if (interrupted) return false;
  step('Chromium');
  try {
    console.log(await ensureChromium());
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    problems.push('end-to-end tests (not run: there is no Chromium)');
    return false;
  }
}

async function jest(
  title: string,
  run: { readonly folders: readonly string[]; readonly leaveOut: readonly string[]; readonly workers: number },
  { namePattern }: TestOptions,
): Promise<readonly JestResults[]> {
  if (run.folders.length === 0 || interrupted) return [];
  step(title);
  const onLeftOpen = (): void => {
    problems.push(
      `${title}: something that a test left open kept jest from ending (jest --detectOpenHandles names it)`,
    );
  };
  const results = await runJest({ workspace, namePattern, onLeftOpen, ...run });
  if (results?.success !== true) problems.push(title);
  return results === undefined ? [] : [results];
}

function report(runs: readonly JestResults[], { namePattern }: TestOptions): number {
  const totals = totalsOf(runs);
  // A narrowed run leaves out nearly everything, and everybody knows why.
  const skipped = namePattern === undefined ? skippedIn(runs, workspace) : [];
  if (skipped.some(({ reason }) => reason === undefined)) problems.push('tests skipped without a reason');
  if (totals.passed + totals.failed === 0) problems.push('no test ran');
  if (interrupted) problems.push('interrupted');

  step('times');
  for (const line of timesOf(stages, runs, readStarts(startsFile), workspace)) console.log(line);
  step('result');
  for (const { test, file, reason } of skipped)
    console.log(`skipped: ${test} [${file}]: ${reason ?? 'no reason given'}`);
  for (const problem of new Set(problems)) console.log(`failed: ${problem}`);
  console.log(closingLine(totals));
  return problems.length === 0 && totals.failed === 0 ? 0 : 1;
}

/** Ends the stage before it. */
function step(title: string): void {
  const now = process.uptime();
  if (current !== undefined) stages.push({ title: current.title, seconds: now - current.begun });
  current = { title, begun: now };
  console.log(`\n▶ ${title} (${String(Math.round(now))} s since the start)`);
}

function foldersOf(projects: readonly TestProject[]): readonly string[] {
  return projects.map(({ folder }) => folder);
}
