import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';

export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly rate: number;
  readonly json?: string;
  readonly keep: boolean;
  readonly readyWithin: number;
  readonly stuckAfter: number;
}

/** Reads the command line of `npm run chaos`. Prints help or what is wrong, and exits, like any command. */
export function readChaosOptions(argv: readonly string[]): ChaosOptions {
  return chaosCommand().parse(argv, { from: 'user' }).opts<ChaosOptions>();
}

export function chaosCommand(): Command {
  return new Command('npm run chaos --')
    .description(
      'Runs a copy of the whole system, with two instances of each service. Records calls through its API while processes are killed, ' +
        'paused and restarted and connections are cut and stalled. Compares the responses that clients got with the stored and the ' +
        'sent data.',
    )
    .option('--minutes <n>', 'duration of the faults', positive, 2)
    .option('--seed <n>', 'seed of the faults and the calls (default: random)', whole, randomInt(1, 1_000_000))
    .option('--rate <n>', 'calls per second', positive, 8)
    .option('--json <file>', 'write the result to this file, too')
    .option('--ready-within <seconds>', 'time for an instance to be ready after a fault', positive, 90)
    .option('--stuck-after <seconds>', 'after the last fault: time without progress until the run fails', positive, 120)
    .option('--keep', 'keep logs and data of a run without failures, too', false)
    .addHelpText(
      'after',
      `
It uses separate ports and folders, and leaves a running system alone. Needs Java 17 and Maven for Kafka.
The last line is "chaos: N calls, N faults, 0 lost, 0 doubled, 0 out of order" when every promise was kept; the exit code is 0 only then.
Exit code 1: a promise was broken (each case is printed with its ids). 2: the run itself failed. 130: interrupted.`,
    );
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
