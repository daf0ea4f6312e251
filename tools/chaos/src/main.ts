import { writeFile } from 'node:fs/promises';
import { describeDiscrepancy, type Discrepancy } from './ledger/discrepancy.ts';
import { closingLine, compare } from './ledger/ledger.ts';
import { readChaosOptions } from './run/options.ts';
import { runChaos } from './run/run-chaos.ts';
import { RunFolder } from './run/run-folder.ts';

/** `npm run chaos`, after installation and build. */
const options = readChaosOptions(process.argv.slice(2));
const interruption = new AbortController();
let folder: RunFolder | undefined;

process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
process.exitCode = await main().catch((error: unknown) => {
  if (interruption.signal.aborted) return 130;
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 2;
});
await cleanUp();
// What a request still waits for must not keep the process.
process.exit();

async function main(): Promise<number> {
  folder = await RunFolder.create();
  say(
    `seed ${options.seed}, ${options.minutes} minutes, ${options.rate} calls/s; repeat it with --seed ${options.seed}`,
  );
  const facts = await runChaos({ options, folder, interrupted: interruption.signal, say });
  const discrepancies = compare(facts, { readyWithinMs: options.readyWithin * 1_000 });
  const line = closingLine(facts, discrepancies);
  if (discrepancies.length > 0) {
    await folder.write('facts.json', facts);
    await folder.write('discrepancies.json', discrepancies);
  }
  if (options.json !== undefined)
    await writeFile(options.json, JSON.stringify({ ...options, line, discrepancies }, null, 2));
  print(discrepancies);
  process.stdout.write(`${line}\n`);
  return discrepancies.length === 0 ? 0 : 1;
}

function print(discrepancies: readonly Discrepancy[]): void {
  const shown = 40;
  for (const discrepancy of discrepancies.slice(0, shown)) say(describeDiscrepancy(discrepancy));
  if (discrepancies.length > shown) say(`… and ${discrepancies.length - shown} more, see discrepancies.json`);
  if (discrepancies.length > 0 && folder) say(`logs, facts and the schedule are in ${folder.path}/logs`);
}

async function cleanUp(): Promise<void> {
  if (folder === undefined) return;
  const failed = process.exitCode === 1 || process.exitCode === 2;
  if (options.keep) return void process.stderr.write(`kept: ${folder.path}\n`);
  if (failed) await folder.removeData();
  else await folder.remove();
  if (process.exitCode === 2) process.stderr.write(`The logs are in ${folder.path}/logs\n`);
}

/** The first time everything is stopped in order; a second Ctrl-C does not wait for it. */
function interrupt(): void {
  if (interruption.signal.aborted) process.exit(130);
  say('interrupted, stopping …');
  interruption.abort(new Error('interrupted'));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
  folder?.log('chaos', text);
}
