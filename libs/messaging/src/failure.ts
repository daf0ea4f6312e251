import { isConcurrencyConflict } from '@ci/database';
import { isTransientDatabaseError, sqlStateOf } from '@ci/errors';

/** What becomes of a message whose handling failed. */
export type Disposition = 'ignore' | 'retry' | 'park';

/** Thrown by a handler: the message concerns it no more. Its effects are undone and the message counts as done. */
export class Ignore extends Error {
  override readonly name = 'Ignore';
}

/** The message can't be read at all, or breaks the contract of its topic. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';

  constructor(
    readonly code: 'invalid_envelope' | 'invalid_json' | 'contract_violation' | 'no_handler',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The one mapping from an error to what happens with the message: a version conflict and whatever may be temporary is tried again,
 * with the order kept; everything else is poison and parks the message's key. Causes count too: a wrapped lost connection is one.
 */
export function dispositionOf(error: unknown): Disposition {
  const chain = withCauses(error);
  if (chain.some((one) => nameOf(one) === 'Ignore')) return 'ignore';
  return chain.some(mayPass) ? 'retry' : 'park';
}

/** What is kept about a failure: short, storable, without the stack. */
export function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    code: storable(typeof code === 'string' ? code : (sqlStateOf(error) ?? nameOf(error)), 100),
    message: storable(typeof message === 'string' ? message : String(error), 500),
  };
}

/** Whether it is another writer's doing: the next attempt needs no pause worth the name. */
export function isConflict(error: unknown): boolean {
  return withCauses(error).some(isConcurrencyConflict);
}

function mayPass(error: unknown): boolean {
  return isTransientDatabaseError(error) || transientNames.has(nameOf(error)) || isTransientHere(error);
}

/** A connection that died under a running transaction can reach us as TypeORM's complaint that there is none. */
const transientNames = new Set(['TimeoutError', 'TransactionNotStartedError']);

function isTransientHere(error: unknown): boolean {
  const { retryable, retriable, code } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  return (
    retryable === true || (retriable === true && nameOf(error).startsWith('KafkaJS')) || code === 'unavailable' // DomainError: a dependency that is away
  );
}

function withCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let one = error;
    one !== undefined && one !== null && chain.length < 8;
    one = (one as { cause?: unknown }).cause
  ) {
    chain.push(one);
  }
  return chain;
}

function nameOf(error: unknown): string {
  const { name } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return typeof name === 'string' ? name : 'Error';
}

/** Postgres stores no NUL, and an index no kilobytes. */
function storable(text: string, maxLength: number): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed().slice(0, maxLength).toWellFormed();
}
