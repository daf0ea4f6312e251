import type { DataSource, EntityManager } from 'typeorm';
import { QUEUE, QUEUE_OF_REFERENCES, REFERENCE_HEADER } from '../outbox/queues.ts';
import { noticeParked } from '../parking/parking-notice.ts';
import type { Lease } from './lease.ts';

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

/** The field that is put into messages which refer to it. */
export interface KeptField {
  readonly field: string;
  /** SQL for the JSON of the field, as text, from `reference.id`. */
  readonly json: string;
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
  if (kept === undefined) return dataSource.query(selectOldest(plain), parameters);
  return dataSource.query(selectOldest(withReferences(kept)), parameters);
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

/** One statement: the share lock on the lease keeps a successor from taking over between the check and the write. */
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

const rowsOf = (queue: number): string => `
      SELECT id, topic, key, headers, payload
      FROM outbox
      WHERE shard = ${String(queue)} AND id >= (SELECT min(id) FROM outbox WHERE shard = ${String(queue)}) AND id <> ALL ($1::bigint[])
        AND NOT EXISTS (SELECT FROM outbox_parked WHERE outbox_parked.key = outbox.key)
      ORDER BY id
      LIMIT $2`;

/** What is read of a batch: the rows of its sub-select are measured before any payload is looked at. */
interface Selection {
  readonly rows: string;
  readonly size: string;
  readonly payload: string;
}

const plain: Selection = { rows: rowsOf(QUEUE), size: 'octet_length(payload)', payload: 'payload' };

/** Rows of both queues in one order. The field is put in last, where its JSON is written: nothing is parsed. */
function withReferences({ field, json }: KeptField): Selection {
  const keptOf = (id: string): string => `(SELECT (${json}) FROM (SELECT ${id} AS id) AS reference)`;
  return {
    rows: `
      (SELECT *, NULL AS refers_to FROM (${rowsOf(QUEUE)}) AS whole)
      UNION ALL
      (SELECT id, topic, key, headers - '${REFERENCE_HEADER}', payload, headers ->> '${REFERENCE_HEADER}'
       FROM (${rowsOf(QUEUE_OF_REFERENCES)}) AS referring)
      ORDER BY id
      LIMIT $2`,
    size: `octet_length(payload) + CASE WHEN refers_to IS NULL THEN 0 ELSE coalesce(octet_length(${keptOf('refers_to')}), 0) END`,
    payload: `CASE WHEN refers_to IS NULL THEN payload
                   ELSE coalesce(left(payload, -1) || ',"${field}":' || ${keptOf('refers_to')} || '}', '') END`,
  };
}

/**
 * In front of the first row lie those that were sent since the last vacuum. Going to that row by the index leaves them alone, and marks them as
 * dead there; without that condition all of them were read, each time.
 */
const selectOldest = ({ rows, size, payload }: Selection): string => `
  SELECT id, topic, key, headers, ${payload} AS payload
  FROM (
    SELECT *, row_number() OVER (ORDER BY id) AS place, sum(${size}) OVER (ORDER BY id) AS bytes
    FROM (${rows}
    ) AS oldest
  ) AS sized
  WHERE place = 1 OR bytes <= $3
  ORDER BY id`;

const holdsLease = `held AS (SELECT 1 FROM leases WHERE name = $1 AND owner = $2 AND fence = $3 FOR SHARE)`;

const deleteRows = `
  WITH ${holdsLease},
  removed AS (DELETE FROM outbox WHERE id = ANY ($4::bigint[]) AND EXISTS (SELECT FROM held))
  SELECT EXISTS (SELECT FROM held) AS led`;

const moveRow = `
  WITH ${holdsLease},
  removed AS (DELETE FROM outbox WHERE id = $4 AND EXISTS (SELECT FROM held) RETURNING *),
  parked AS (
    INSERT INTO outbox_parked
      (id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, error_code, error_message)
    SELECT id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, $5, $6 FROM removed
  )
  SELECT EXISTS (SELECT FROM held) AS led`;
