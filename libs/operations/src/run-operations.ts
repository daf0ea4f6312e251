import { CommanderError } from 'commander';
import { errorText } from './error-text.ts';
import { openOperations } from './open-operations.ts';
import type { OperatedService } from './operated-service.ts';
import { operationsProgram } from './program.ts';

/** Runs one operator command of a service, and sets the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runOperations(definition: OperatedService, argv: readonly string[]): Promise<void> {
  try {
    await operationsProgram(openOperations(definition)).parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has said what is wrong. Asking for help is not wrong.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${errorText(error)}\n`);
    process.exitCode = 1;
  }
}
