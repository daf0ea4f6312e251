import { lockNames, sentTogether } from '@ci/database';
import type { EntityManager } from 'typeorm';

import { lockStatement } from './append.sql.ts';
import { VersionConflict } from './version-conflict.ts';

/**
 * Lets the writers of a hot stream queue instead of conflicting, also those of a stream that does not exist yet. Call it before loading,
 * best before the transaction's first write. Held until the transaction ends.
 *
 * Throws VersionConflict at once when this transaction is already older than the stream's last writer and append would have to refuse it.
 */
export async function lockStream(tx: EntityManager, streamId: string): Promise<void> {
  await lockStreams(tx, [streamId]);
}

/** The same for several streams. All writers lock in the order of the ids: two that want the same streams queue, and none waits for ever. */
export async function lockStreams(tx: EntityManager, streamIds: readonly string[]): Promise<void> {
  if (!tx.queryRunner?.isTransactionActive) throw new Error('lockStream needs an open transaction');
  if (streamIds.length === 0) return;
  const [, rows] = await sentTogether(
    // The row lock alone is no queue: a waiter that follows an updated row to its new version gets its transaction id first and may then be
    // overtaken by a newcomer with a higher one, so that the order guard refuses it. Advisory locks are granted in turn, without an id, and
    // need no row.
    lockNames(tx, streamIds),
    tx.query<{ stream_id: string; in_order: boolean }[]>(lockStatement, [[...new Set(streamIds)].sort()]),
  );
  const overtaken = rows.find((row) => !row.in_order);
  if (overtaken) throw new VersionConflict(overtaken.stream_id);
}
