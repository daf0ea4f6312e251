import { QUEUE, QUEUE_OF_REFERENCES, REFERENCE_HEADER } from '../outbox/queues.ts';

/** Written by hand: who takes the lease, keeps it or finds it taken is decided by one statement, by the lock of its row and the database's clock. */
export const takeLease = `
  INSERT INTO leases AS held (name, owner, fence, expires_at)
  VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET
    fence = CASE WHEN held.owner = excluded.owner THEN held.fence ELSE held.fence + 1 END,
    owner = excluded.owner,
    expires_at = excluded.expires_at
  WHERE held.owner = excluded.owner OR held.expires_at < clock_timestamp()
  RETURNING fence`;

export const endLease = `UPDATE leases SET expires_at = clock_timestamp() - interval '1 second' WHERE name = $1 AND owner = $2 AND fence = $3`;

/** The field that is put into messages which refer to it. */
export interface KeptField {
  readonly field: string;
  /** SQL for the JSON of the field, as text, from `reference.id`. */
  readonly json: string;
}

/**
 * In front of the first row lie those that were sent since the last vacuum. Going to that row by the index leaves them alone, and marks them as
 * dead there; without that condition all of them were read, each time.
 */
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

export function selectOldest(kept?: KeptField): string {
  const { rows, size, payload } = kept === undefined ? plain : withReferences(kept);
  return `
  SELECT id, topic, key, headers, ${payload} AS payload
  FROM (
    SELECT *, row_number() OVER (ORDER BY id) AS place, sum(${size}) OVER (ORDER BY id) AS bytes
    FROM (${rows}
    ) AS oldest
  ) AS sized
  WHERE place = 1 OR bytes <= $3
  ORDER BY id`;
}

/** The share lock on the lease keeps a successor from taking over between the check and the write of the same statement. */
const holdsLease = `held AS (SELECT 1 FROM leases WHERE name = $1 AND owner = $2 AND fence = $3 FOR SHARE)`;

export const deleteRows = `
  WITH ${holdsLease},
  removed AS (DELETE FROM outbox WHERE id = ANY ($4::bigint[]) AND EXISTS (SELECT FROM held))
  SELECT EXISTS (SELECT FROM held) AS led`;

export const moveRow = `
  WITH ${holdsLease},
  removed AS (DELETE FROM outbox WHERE id = $4 AND EXISTS (SELECT FROM held) RETURNING *),
  parked AS (
    INSERT INTO outbox_parked
      (id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, error_code, error_message)
    SELECT id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, $5, $6 FROM removed
  )
  SELECT EXISTS (SELECT FROM held) AS led`;
