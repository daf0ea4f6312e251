import type { DataSource, EntityManager } from 'typeorm';
import { noticeParked } from '../parking/parking-notice.ts';
import type { Lease } from './lease.ts';
import { deleteRows, moveRow, selectOldest, type KeptField } from './relay.sql.ts';

/** One message that waits to be sent. */
export interface OutboxRow {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly payload: string;
}

/** What a message refers to is gone: it was erased, and the message with it. */
export function isGone({ payload }: OutboxRow): boolean {
  return payload === '';
}

export interface BatchLimits {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * The oldest rows, except those in flight and those behind a parked row of their key. Oldest first is the order per key,
 * because a key's ids are drawn under its stream lock; a lower id that commits late belongs to another key.
 */
export async function oldestRows(
  dataSource: DataSource,
  inFlight: readonly string[],
  limits: BatchLimits,
  kept?: KeptField,
): Promise<OutboxRow[]> {
  const parameters = [inFlight, limits.rows, limits.bytes];
  return dataSource.query(selectOldest(kept), parameters);
}

/** Forgets rows that the broker has acknowledged, if the lease is still ours. By list: a range would take late commits along. */
export async function removeRows(dataSource: DataSource, lease: Lease, ids: readonly string[]): Promise<boolean> {
  return fenced(dataSource, lease, deleteRows, [ids]);
}

/** Sets a row aside that the broker refuses for good, with a notice of it. Its key waits behind it. */
export async function parkRow(
  dataSource: DataSource,
  lease: Lease,
  row: OutboxRow,
  failure: { readonly code: string; readonly message: string },
): Promise<boolean> {
  return dataSource.transaction(async (tx) => {
    const led = await fenced(tx, lease, moveRow, [row.id, failure.code, failure.message]);
    if (led) await noticeRefused(tx, row, failure.code);
    return led;
  });
}

async function noticeRefused(tx: EntityManager, { topic, key, headers }: OutboxRow, code: string): Promise<void> {
  const { ce_id: id = '', ce_source: source = '', ce_workspaceid: workspaceId = null } = headers;
  const place = { topic, partition: null, offset: null, key, workspace_id: workspaceId };
  await noticeParked(tx, source.replace(/^\//, ''), { side: 'relay', message_id: id, ...place, error_code: code });
}

async function fenced(
  database: Pick<EntityManager, 'query'>,
  lease: Lease,
  statement: string,
  parameters: unknown[],
): Promise<boolean> {
  const [{ led }]: [{ led: boolean }] = await database.query(statement, [
    lease.name,
    lease.owner,
    lease.fence ?? '0',
    ...parameters,
  ]);
  return led;
}
