import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { fuzzApi, type FuzzApiOptions } from './fuzz-api.ts';

/** `npm run fuzz -- api`. */
export function fuzzApiCommand(): Command {
  return new Command('api')
    .description('run schemathesis over every operation of the API document, one by one and along its links')
    .option('--seed <n>', 'seed of the requests (default: random)', whole, randomInt(1, 1_000_000))
    .option('--examples <n>', 'requests generated for each operation', positive, 30)
    .option('--keep', 'keep logs and reports of a run without failures, too', false)
    .addHelpText(
      'after',
      `
Starts the system on separate ports and in a separate folder. Needs Java 17 and Maven for Kafka, and Python 3.11 with pip, which fetches
schemathesis once. The last line is "fuzz api: N operations, N requests, 0 failures, every operation answered 2xx" when all held.`,
    )
    .action(async (options: FuzzApiOptions) => {
      process.exitCode = await fuzzApi(options);
    });
}

function positive(text: string): number {
  const value = whole(text);
  if (value === 0) throw new InvalidArgumentError('It must be above 0.');
  return value;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
