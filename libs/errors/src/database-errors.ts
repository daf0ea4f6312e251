import { isError } from './is-error.ts';

/**
 * SQLSTATE classes and codes that say "not now": connection lost, server stopping, too many connections, a time limit, and a new connection
 * that is refused (28…, 3D000) until an operator has fixed it: the statement was not at fault.
 */
const TRANSIENT_SQLSTATE = /^(?:08...|28...|3D000|53...|57P0[1-5]|57014|55P03|25P03|25P04|40001|40P01)$/;
const TRANSIENT_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** pg has no codes for these; the texts are those of pg 8 and pg-pool 3. */
const TRANSIENT_TEXT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|timeout expired|Query read timeout|Driver not Connected|Cannot use a pool after calling end|Connection ended|There was an error establishing an SSL connection)/i;

/**
 * A connection that is lost within a transaction takes TypeORM's query runner with it: the next statement hears of the runner alone. Which of
 * the names it hears depends on the way it went.
 */
const LOST_QUERY_RUNNER = new Set(['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError']);

export const UNIQUE_VIOLATION = '23505';

/** The five-character SQLSTATE of a database error, also of one that TypeORM wrapped. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const candidate of withDriverError(error)) {
    const code = (candidate as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !TRANSIENT_NETWORK.has(code)) return code;
  }
  return undefined;
}

/** Whether the same statement may succeed in a moment: the caller is asked to retry (503), a consumer tries again. */
export function isTransientDatabaseError(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return TRANSIENT_SQLSTATE.test(state) || isOutdatedPlan(error);
  return withDriverError(error).some(isConnectionFailure);
}

/** A migration changed a table under a prepared statement. The connection has forgotten the plan by now: the next transaction succeeds. */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    sqlStateOf(error) === '0A000' &&
    withDriverError(error).some((one) => isError(one) && /^cached plan/.test(one.message))
  );
}

/** The codes of Node for a certificate of either side that the other one does not accept. */
export function isCertificateProblem(code: string): boolean {
  return /^(?:CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|ERR_TLS|ERR_SSL)/.test(
    code,
  );
}

function isConnectionFailure(error: unknown): boolean {
  if (!isError(error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (TRANSIENT_NETWORK.has(code) || isCertificateProblem(code))) return true;
  if (LOST_QUERY_RUNNER.has(error.name)) return true;
  const attempts = (error as { errors?: unknown }).errors;
  if (Array.isArray(attempts)) return attempts.some(isConnectionFailure);
  return TRANSIENT_TEXT.test(error.message);
}

function withDriverError(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return [];
  const driverError = (error as { driverError?: unknown }).driverError;
  return typeof driverError === 'object' && driverError !== null ? [driverError, error] : [error];
}
