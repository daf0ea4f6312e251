import { Command } from 'commander';
import { fuzzMalformed, type FuzzMalformedOptions } from './fuzz-malformed.ts';

/** `npm run fuzz -- malformed`. */
export function fuzzMalformedCommand(): Command {
  return new Command('malformed')
    .description(
      'send HTTP and JSON that is broken, endless or slow, and check that ordinary requests are served as before',
    )
    .option('--url <url>', 'test a running system, for example http://127.0.0.1:8080')
    .option('--key <key>', 'a read-write API key of that system')
    .option('--keep', 'keep logs of a run without failures, too', false)
    .addHelpText(
      'after',
      `
Starts the system on separate ports and in a separate folder, unless --url and --key name one (run that without rate limits).
Needs Java 17 and Maven for Kafka. The last line is "fuzz malformed: N requests, N answered, 0 failures" on success. It means:
  each request was refused with an error of the API, or its connection closed where HTTP leaves no other way
  no service ended or logged an error
  ordinary requests are as fast as before`,
    )
    .action(async (options: FuzzMalformedOptions, command: Command) => {
      if ((options.url === undefined) !== (options.key === undefined)) command.error('--url and --key go together.');
      process.exitCode = await fuzzMalformed(options);
    });
}
