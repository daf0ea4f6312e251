import type { EntityManager } from 'typeorm';
import { rowOf, showParked, type ParkedReference } from './find-parked.ts';
import { recordOperatorAction } from './operator-actions.ts';
import { makeDue, sendAgain } from './parked-messages.sql.ts';

/** What is to be tried again: a key, the key of one message, or all that is parked. */
export type RetryTarget = { readonly key: string } | { readonly message: ParkedReference } | { readonly all: true };

export interface Retried {
  /** First messages that failed: the worker of the running service tries each, and then its followers, within a second. */
  readonly handledAgain: number;
  /** Messages that the broker had refused: back in the outbox, in front of those that wait behind them. */
  readonly sentAgain: number;
}

/**
 * Lets parked messages be tried now instead of on their schedule. Their order stays: of each key only the first one is tried, and its
 * followers as far as it and they succeed. Recorded.
 */
export async function retryParked(
  tx: EntityManager,
  target: RetryTarget,
  actor: string,
  now = new Date(),
): Promise<Retried> {
  const { inbox, outbox } = await rowsOf(tx, target);
  const handledAgain = inbox ? await countOf(tx, makeDue, [inbox.key, inbox.row, now]) : 0;
  const sentAgain = outbox ? await countOf(tx, sendAgain, [outbox.key, outbox.row]) : 0;
  const retried = { handledAgain, sentAgain };
  await recordOperatorAction(tx, { actor, action: 'parked.retry', target: { ...target, ...retried } });
  return retried;
}

/** Which rows of a table: of one key, or one row. Neither: all. */
interface Rows {
  readonly key: string | null;
  readonly row: string | null;
}

async function rowsOf(tx: EntityManager, target: RetryTarget): Promise<{ inbox?: Rows; outbox?: Rows }> {
  if ('all' in target) return { inbox: everything, outbox: everything };
  if ('key' in target) {
    const rows = { key: target.key, row: null };
    return { inbox: rows, outbox: rows };
  }
  const found = await showParked(tx, target.message);
  if (!found) return {};
  // A message that waits is tried in its turn, so what is meant is its key.
  const rows = found.key === null ? { key: null, row: rowOf(found.id) } : { key: found.key, row: null };
  return found.side === 'consumer' ? { inbox: rows } : { outbox: rows };
}

const everything: Rows = { key: null, row: null };

async function countOf(tx: EntityManager, statement: string, parameters: unknown[]): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(statement, parameters);
  return row?.count ?? 0;
}
