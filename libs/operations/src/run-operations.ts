import { DomainError } from '@ci/platform';
import { CommanderError } from 'commander';
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
    process.stderr.write(`${textOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** One line. An error of the database may hold what was written: of that only the code is shown. */
function textOf(error: unknown): string {
  if (error instanceof DomainError && error.details !== undefined)
    return error.details.map(({ field, message }) => `${field} ${message}`).join('; ');
  if (!(error instanceof Error)) return 'It failed.';
  const code = (error as { code?: string }).code;
  if (code === '55P03') return 'Somebody else is working on it. Try again in a few seconds.';
  if ('driverError' in error) return `The database refused it (${code ?? 'no code'}).`;
  return error.message === ''
    ? `The database cannot be reached (${code ?? error.name}).`
    : (error.message.split('\n', 1)[0] ?? '');
}
