import { Command } from 'commander';
import { fuzzMalformed, type FuzzMalformedOptions } from './fuzz-malformed.ts';

/** `npm run fuzz -- malformed`. */
export function fuzzMalformedCommand(): Command {
  return new Command('malformed')
    .description(
      'sends HTTP and JSON that is broken, endless or slow, and looks whether an ordinary request is still served as before',
    )
    .option('--url <url>', 'a running system in place of one of its own, such as http://127.0.0.1:8080')
    .option('--key <key>', 'a read-write API key of that system')
    .option('--keep', 'keep logs also when all is well', false)
    .addHelpText(
      'after',
      `
Starts the system on ports and in a folder of its own, unless --url and --key name one (run that without rate limits). Needs Java 17 and
Maven for Kafka. The last line is "fuzz malformed: N requests, N answered, 0 failures" when each of them was refused in the one shape of
errors, or its connection closed where HTTP leaves no other way, no service ended or logged an error, and ordinary requests are as fast as
before.`,
    )
    .action(async (options: FuzzMalformedOptions, command: Command) => {
      if ((options.url === undefined) !== (options.key === undefined)) command.error('--url and --key go together.');
      process.exitCode = await fuzzMalformed(options);
    });
}
