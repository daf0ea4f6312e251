import { sqlStateOf } from './database-errors.ts';
import { isError } from './is-error.ts';

/** What a log entry says of an error. */
export interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly constraint?: string;
  readonly cause?: DescribedError;
}

const MAX_CAUSES = 5;

/**
 * Describes an error for the log. Only named fields are taken: a database error also carries its statement, its parameters and a
 * detail such as `Key (email)=(…)`, and its message may quote a value.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!isError(error)) return { type: typeof error, message: 'a value that is not an error was thrown' };
  const state = sqlStateOf(error);
  const code = state ?? (error as { code?: unknown }).code;
  const constraint = constraintOf(error);
  return {
    type: error.name,
    message: state === undefined ? error.message : `database error ${state}`,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack) }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The lines of a stack that say where, without the first ones, which repeat the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function constraintOf(error: Error): string | undefined {
  const { driverError, constraint } = error as { driverError?: { constraint?: unknown }; constraint?: unknown };
  const name = driverError?.constraint ?? constraint;
  return typeof name === 'string' ? name : undefined;
}
