import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { httpsReceiver, issueCertificate, until } from '@ci/testing';
import { startOwnSystem, type OwnSystem } from '../run/own-system.ts';
import { writeConfiguration } from './configuration.ts';
import { readReports, type RunReport } from './report.ts';
import { createSampleData } from './sample-data.ts';
import { schemathesis } from './schemathesis.ts';
import { parkedMessages } from './settled.ts';

export interface FuzzApiOptions {
  readonly seed: number;
  readonly examples: number;
  readonly keep: boolean;
}

type Say = (text: string) => void;

const document = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'openapi.json');

/** Runs schemathesis against a separate system; gives the exit code. */
export async function fuzzApi(options: FuzzApiOptions): Promise<number> {
  const say: Say = (text) => void process.stdout.write(`${text}\n`);
  say(`seed ${options.seed}, ${options.examples} examples; repeat it with --seed ${options.seed}`);
  const own = await startOwnSystem(say);
  let outcome: Outcome | undefined = undefined as Outcome | undefined;
  try {
    outcome = await fuzz(own, options, say);
  } finally {
    const kept = options.keep || outcome === undefined || outcome.problems.length > 0;
    await own.stop({ keepLogs: kept });
    if (kept) say(`logs and reports: ${own.folder}`);
  }
  for (const problem of outcome.problems) say(problem);
  say(outcome.closingLine);
  return outcome.problems.length === 0 ? 0 : 1;
}

interface Outcome {
  readonly problems: readonly string[];
  readonly closingLine: string;
}

async function fuzz(own: OwnSystem, options: FuzzApiOptions, say: Say): Promise<Outcome> {
  const { cert, key } = await certificateOf(own);
  const receiver = await httpsReceiver({ cert, key, keep: false });
  try {
    say('recording calls, and waiting for their analysis');
    const configuration = await prepare(own, receiver.url);
    const operations = await servedOperations(own.system.baseUrl);
    const passes = passesOf(own, options);
    const codes: number[] = [];
    for (const [index, { args }] of passes.entries()) {
      say(`pass ${index + 1} of ${passes.length}`);
      codes.push(await schemathesis(configuration, args, join(own.folder, `schemathesis-${index + 1}.log`), say));
    }
    const report = await readReports(
      passes.map(({ events }) => events),
      operations,
    );
    const parked = await parkedMessages(own.system);
    return {
      closingLine: closingLineOf(report),
      problems: [
        ...codes.filter((code) => code !== 0).map((code) => `schemathesis ended with exit code ${code}: see above`),
        ...report.withoutSuccess.map((operation) => `${operation} never answered 2xx`),
        ...own.unexpectedExits.map((exit) => `ended unexpectedly: ${exit}`),
        ...parked.map((where) => `messages that could not be handled: ${where}`),
      ],
    };
  } finally {
    await receiver.close();
  }
}

/** Two workspaces with data, which must never see each other's; gives the configuration file. */
async function prepare({ system, folder }: OwnSystem, receiverUrl: string): Promise<string> {
  const { baseUrl } = system;
  const owner = { name: 'owner', key: (await system.createKey('owner')).key };
  const neighbour = { name: 'neighbour', key: (await system.createKey('neighbour')).key };
  const [ids] = await Promise.all([owner, neighbour].map(({ key }) => createSampleData({ baseUrl, key }, receiverUrl)));
  if (ids === undefined) throw new Error('there is no sample data');
  return writeConfiguration(folder, ids, [owner, neighbour]);
}

async function certificateOf({ authority }: OwnSystem) {
  const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['127.0.0.1', 'localhost'] });
  return { cert: certPem, key: keyPem };
}

/** The operations of the repository's API document, once the gateway serves all of them. */
async function servedOperations(baseUrl: string): Promise<readonly string[]> {
  const documented = operationsOf(JSON.parse(await readFile(document, 'utf8')) as ApiDocument);
  await until(
    async () => {
      const response = await fetch(`${baseUrl}/openapi.json`);
      return isDeepStrictEqual(operationsOf((await response.json()) as ApiDocument), documented);
    },
    { timeoutMs: 60_000, intervalMs: 250, describe: 'the gateway serves the operations of docs/openapi.json' },
  );
  return documented;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function operationsOf({ paths }: ApiDocument): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

const WALKS = 3;

/** Each operation alone; then walks along links. A walk ends early when answers differ from the last time, so there are several. */
function passesOf({ system: { baseUrl }, folder }: OwnSystem, { seed, examples }: FuzzApiOptions) {
  const pass = (phases: string, number: number) => {
    const events = join(folder, `report-${number}.ndjson`);
    const args = [
      ...['run', `${baseUrl}/openapi.json`, '--url', baseUrl, '--phases', phases],
      ...['--seed', String(seed + number), '--max-examples', String(examples)],
      ...['--report', 'ndjson', '--report-ndjson-path', events],
    ];
    return { events, args };
  };
  const walks = Array.from({ length: WALKS }, (_, index) => pass('stateful', index + 1));
  return [pass('examples,coverage,fuzzing', 0), ...walks];
}

function closingLineOf({ operations, requests, failures, withoutSuccess }: RunReport): string {
  const answered =
    withoutSuccess.length === 0
      ? 'every operation answered 2xx'
      : `${withoutSuccess.length} of them never answered 2xx`;
  return `fuzz api: ${operations.length} operations, ${requests} requests, ${failures} failures, ${answered}`;
}
