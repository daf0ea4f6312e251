import type { EntityManager } from 'typeorm';

import { VersionConflict } from './version-conflict.ts';

/**
 * Lets the writers of a hot stream queue instead of conflicting, also those of a stream that does not exist yet. Call it before loading,
 * best as the transaction's first statement. Held until the transaction ends.
 *
 * Throws VersionConflict at once when this transaction is already older than the stream's last writer and append would have to refuse it.
 */
export async function lockStream(tx: EntityManager, streamId: string): Promise<void> {
  if (!tx.queryRunner?.isTransactionActive) throw new Error('lockStream needs an open transaction');
  await tx.query(queueStatement, [streamId]);
  const [row] = await tx.query<{ in_order: boolean }[]>(lockStatement, [streamId]);
  if (row && !row.in_order) throw new VersionConflict(streamId);
}

/**
 * The row lock alone is no queue: a waiter that follows an updated row to its new version gets its transaction id first and may then be
 * overtaken by a newcomer with a higher one, so that the order guard refuses it. Advisory locks are granted in turn, without an id, and
 * need no row. They are database-wide: the schema keeps two services apart.
 */
const queueStatement = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '/' || $1, 0))`;

/**
 * Keeps out who appends without queueing. A statement of its own, because its snapshot must be younger than the wait. MATERIALIZED: the
 * comparison must run after the row is locked; evaluated below the lock it would assign the transaction id before the wait.
 */
const lockStatement = `
WITH locked AS MATERIALIZED (SELECT last_xid FROM streams WHERE stream_id = $1 FOR UPDATE)
SELECT last_xid <= pg_current_xact_id() AS in_order FROM locked`;
