import { Command } from 'commander';
import { fuzzApiCommand } from './api/command.ts';
import { fuzzMalformedCommand } from './malformed/command.ts';

/** `npm run fuzz`, after installation and build. Each way of fuzzing is a command; it sets the exit code. */
const program = new Command('npm run fuzz --')
  .description('Sends unusual and broken requests to a copy of the whole system, and checks its responses.')
  .addCommand(fuzzApiCommand())
  .addCommand(fuzzMalformedCommand())
  .addHelpText('after', '\nExit code 0: all held. 1: a promise was broken. 2: the run itself failed.');

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 2;
});
// What a request still waits for must not keep the process.
process.exit();
