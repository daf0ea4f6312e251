/** Errors of the database and of a start, and what a log may say of them. */
export { connectionRefusal, connectionText } from './connection-refusal.ts';
export {
  isCertificateProblem,
  isOutdatedPlan,
  isTransientDatabaseError,
  sqlStateOf,
  UNIQUE_VIOLATION,
} from './database-errors.ts';
export { type DescribedError, describeError } from './describe-error.ts';
export { StartAborted, StartRefused } from './start-refused.ts';
