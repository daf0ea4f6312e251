import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@ci/testing/system';
import { startOwnSystem, type OwnSystem } from '../run/own-system.ts';
import { exchange, type Address, type Attempt } from './exchange.ts';
import { formAttempts } from './form-attempts.ts';
import { httpAttempts } from './http-attempts.ts';
import { jsonAttempts } from './json-attempts.ts';
import { problemWith } from './judge.ts';
import { writeOperations } from './operations.ts';
import { ordinarySpeed, type Speed } from './ordinary-requests.ts';
import { halfOpenAttempts, slowAttempts } from './slow-attempts.ts';

export interface FuzzMalformedOptions {
  readonly url?: string;
  readonly key?: string;
  readonly keep: boolean;
}

type Say = (text: string) => void;

const AT_ONCE = 8;
/** A machine that also does something else must not fail the run. What is broken is slower by far. */
const TIMES_SLOWER = 4;
const SLOWER_MS = 50;

/** Sends everything malformed to one system; gives the exit code. */
export async function fuzzMalformed({ url, key, keep }: FuzzMalformedOptions): Promise<number> {
  const say: Say = (text) => void process.stdout.write(`${text}\n`);
  if (url !== undefined && key !== undefined) return report(await run(addressOf(url), key, say), say);
  const own = await startOwnSystem(say);
  let code = 2;
  try {
    const pids = JSON.stringify(own.system.pids);
    const result = await run(addressOf(own.system.baseUrl), (await own.system.createKey('fuzz')).key, say);
    if (JSON.stringify(own.system.pids) !== pids)
      result.failures.push(`a service ended: ${own.unexpectedExits.join(', ')}`);
    result.failures.push(...(await errorsLoggedBy(own)));
    code = report(result, say);
    return code;
  } finally {
    const kept = keep || code !== 0;
    await own.stop({ keepLogs: kept });
    if (kept) say(`logs: ${own.folder}/logs`);
  }
}

interface Result {
  requests: number;
  answered: number;
  readonly failures: string[];
}

async function run(address: Address, key: string, say: Say): Promise<Result> {
  const result: Result = { requests: 0, answered: 0, failures: [] };
  // The first requests of a process are no measure.
  await ordinarySpeed(address, key);
  const before = await ordinarySpeed(address, key);
  say(`before: ${described(before)}`);
  const operations = await writeOperations(address);
  say(`slow clients and 1,000 half-open connections begin, and last while the rest is sent`);
  const slow = [...slowAttempts(key), ...halfOpenAttempts()].map((attempt) => attend(address, attempt, result));
  for (const [name, attempts] of [
    ['malformed HTTP', httpAttempts(key)],
    ['forms and files', formAttempts(key)],
    [`malformed JSON, at ${operations.length} operations`, jsonAttempts(operations, key)],
  ] as const) {
    say(`${name}: ${attempts.length} requests`);
    await attendAll(address, attempts, result);
  }
  say('waiting for the slow ones');
  await Promise.all(slow);
  const after = await ordinarySpeed(address, key);
  say(`after: ${described(after)}`);
  for (const what of ['read', 'write'] as const) {
    if (after[what] > before[what] * TIMES_SLOWER + SLOWER_MS)
      result.failures.push(`an ordinary ${what} took ${ms(before[what])} before, and takes ${ms(after[what])} now`);
  }
  return result;
}

async function attendAll(address: Address, attempts: readonly Attempt[], result: Result): Promise<void> {
  const left = [...attempts].reverse();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let attempt = left.pop(); attempt !== undefined; attempt = left.pop()) await attend(address, attempt, result);
  });
  await Promise.all(workers);
}

async function attend(address: Address, attempt: Attempt, result: Result): Promise<void> {
  result.requests += 1;
  const outcome = await exchange(address, attempt);
  if (outcome.answers.length > 0) result.answered += 1;
  const problem = problemWith(attempt, outcome);
  if (problem !== undefined) result.failures.push(`${attempt.name}: ${problem}`);
}

/** An error in a log is a failure that an operator is woken up for; nothing that a client sends is one. */
async function errorsLoggedBy({ folder }: OwnSystem): Promise<string[]> {
  const lines = await Promise.all(
    serviceNames.map(async (service) => {
      const log = await readFile(join(folder, 'logs', `${service}.log`), 'utf8').catch(() => '');
      const loud = log.split('\n').filter((line) => /"level":(?:50|60|"error"|"fatal")/.test(line));
      return loud.map((line) => `${service} logged an error: ${line.slice(0, 500)}`);
    }),
  );
  return lines.flat();
}

function report({ requests, answered, failures }: Result, say: Say): number {
  const shown = 40;
  for (const failure of failures.slice(0, shown)) say(`✗ ${failure}`);
  if (failures.length > shown) say(`… and ${failures.length - shown} more`);
  say(`fuzz malformed: ${requests} requests, ${answered} answered, ${failures.length} failures`);
  return failures.length === 0 ? 0 : 1;
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}

function described({ read, write }: Speed): string {
  return `an ordinary read takes ${ms(read)}, a write ${ms(write)}`;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
