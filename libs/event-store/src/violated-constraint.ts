import { sqlStateOf, UNIQUE_VIOLATION } from '@ci/errors';

const CHECK_VIOLATION = '23514';

/** The time of an event that the database has not reached, or has long left. */
export const TIME_CONSTRAINT = 'streams_version_check';

/** The key or check that a statement violated. */
export function violatedConstraint(error: unknown): string | undefined {
  const state = sqlStateOf(error);
  if (state !== UNIQUE_VIOLATION && state !== CHECK_VIOLATION) return undefined;
  return (error as { readonly driverError?: { readonly constraint?: string } }).driverError?.constraint;
}
