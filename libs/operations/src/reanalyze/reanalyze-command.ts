import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { table } from '../table.ts';
import { InvalidArgumentError, type Command } from 'commander';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Operations } from '../operations.ts';
import { OperatorError } from '../operator-error.ts';
import type { OutdatedCall } from './outdated-call.ts';
import { progressLine, type ReanalysisRun } from './reanalysis-steps.ts';
import { reanalyzeCalls, type Reanalysis } from './reanalyze-calls.ts';

interface ReanalyzeFlags {
  readonly rate: number;
  readonly underWay: number;
  readonly dryRun?: boolean;
  readonly actor: string;
}

/** `reanalyze`: asks for new analyses of the calls on stdin, one after the other. */
export function addReanalyzeCommand(
  program: Command,
  operations: Operations,
  reanalysisOn: (dataSource: DataSource) => Reanalysis,
): void {
  program
    .command('reanalyze')
    .description('Analyze the calls on stdin again. The command `outdated` of summarization lists them.')
    .option('--rate <count>', 'calls per minute, at most', wholeNumber, 30)
    .option('--under-way <count>', 'unfinished analyses at a time, at most', wholeNumber, 2)
    .option('--dry-run', 'count them by workspace, change nothing')
    .option('--actor <name>', 'who you are, for the record of operator actions', operations.actor)
    .addHelpText(
      'after',
      `
Workspaces take turns. The services must run. New calls go first, and nothing counts against a workspace's limits. Subscribers get a
summary.ready for each call. After an interruption, start it again with a new list. Failed calls are listed at the end; retry them then.`,
    )
    .action((flags: ReanalyzeFlags) => run(operations, reanalysisOn, flags));
}

async function run(
  operations: Operations,
  reanalysisOn: (dataSource: DataSource) => Reanalysis,
  { rate, underWay, dryRun = false, actor }: ReanalyzeFlags,
): Promise<void> {
  const calls = await readCalls(process.stdin);
  if (dryRun) {
    printCounts(operations, calls);
    return;
  }
  const pace = { perMinute: rate, mostUnderWay: underWay };
  const tell = teller(operations, (run) => progressLine(run, Date.now(), pace));
  const ended = await operations.withDatabase((dataSource) =>
    reanalyzeCalls(calls, {
      reanalysis: reanalysisOn(dataSource),
      pace,
      actor,
      now: Date.now,
      pause: () => delay(250),
      onProgress: tell,
    }),
  );
  const { done, failed, passedOver } = ended;
  operations.print(`${done} calls analysed again, ${failed.length} failed, ${passedOver} passed over`);
  if (failed.length === 0) return;
  operations.print(
    table(
      ['FAILED', 'WORKSPACE'],
      failed.map(({ callId, workspaceId }) => [callId, workspaceId]),
    ),
  );
  throw new OperatorError('The log of summarization says why they failed.');
}

function printCounts({ print }: Operations, calls: readonly OutdatedCall[]): void {
  const counts = Object.entries(Object.groupBy(calls, ({ workspaceId }) => workspaceId));
  print(
    table(
      ['WORKSPACE', 'CALLS'],
      counts.map(([workspaceId, some = []]) => [workspaceId, String(some.length)]),
    ),
  );
  print(`would analyse ${calls.length} calls of ${counts.length} workspaces again`);
}

const listed = z
  .object({ workspace_id: z.string().min(1), call_id: z.string().min(1), revision: z.number().int().min(1) })
  .transform(({ workspace_id: workspaceId, call_id: callId, revision }) => ({ workspaceId, callId, revision }));

/** The whole list first: how many there are is known from the beginning, and whose turn it is. */
export async function readCalls(input: NodeJS.ReadableStream): Promise<OutdatedCall[]> {
  const calls: OutdatedCall[] = [];
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const call = listed.safeParse(jsonOf(line));
    if (!call.success) throw new OperatorError(`Line ${calls.length + 1} of the list is not one of \`outdated\`.`);
    calls.push(call.data);
  }
  return calls;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A line every ten seconds. */
function teller({ note }: Operations, lineOf: (run: ReanalysisRun) => string): (run: ReanalysisRun) => void {
  let told = performance.now();
  return (run) => {
    if (performance.now() - told < 10_000) return;
    told = performance.now();
    note(lineOf(run));
  };
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}
