/** Written by hand: a queue for each key, tried and sent in the order of the ids. */

/** Ids are drawn in the order of the messages: it is the one in which they are tried. */
export const insertParked = `
  INSERT INTO parked_messages
    (consumer, key, workspace_id, message_id, topic, partition, kafka_offset, headers, value, attempts, cause,
     error_code, error_message, next_attempt_at)
  SELECT consumer, key, workspace_id, message_id, topic, partition, kafka_offset, headers, value, attempts, cause, code, message, next_attempt_at
  FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::int[], $7::bigint[], $8::jsonb[], $9::bytea[], $10::int[],
              $11::text[], $12::text[], $13::text[], $14::timestamptz[])
    WITH ORDINALITY AS parked (consumer, key, workspace_id, message_id, topic, partition, kafka_offset, headers, value, attempts, cause, code,
                               message, next_attempt_at, place)
  ORDER BY place`;

const isDue = `(cause = 'behind-parked' OR next_attempt_at <= $1)`;

export const selectDueHeads = `
  SELECT id AS "rowId", key
  FROM parked_messages AS parked
  WHERE ${isDue}
    AND NOT EXISTS (SELECT FROM parked_messages AS earlier WHERE earlier.key = parked.key AND earlier.id < parked.id)
  ORDER BY id
  LIMIT $2`;

export const selectHead = `
  SELECT id, consumer, message_id, topic, partition, kafka_offset, headers, value, attempts, coalesce(${isDue}, false) AS due
  FROM parked_messages
  WHERE CASE WHEN $2::text IS NULL THEN id = $3 ELSE key = $2 END
  ORDER BY id
  LIMIT 1
  FOR UPDATE`;

export const updateFailed = `
  UPDATE parked_messages
  SET attempts = $2, cause = 'failed', error_code = $3, error_message = $4, next_attempt_at = $5
  WHERE id = $1`;

/** A row that is locked is being tried right now. One that waited for its predecessor and is the first now is due already. */
export const makeDue = `
  WITH heads AS (
    SELECT id FROM parked_messages AS parked
    WHERE cause = 'failed' AND ($1::text IS NULL OR key = $1) AND ($2::bigint IS NULL OR id = $2)
      AND NOT EXISTS (SELECT FROM parked_messages AS earlier WHERE earlier.key = parked.key AND earlier.id < parked.id)
    ORDER BY id
    FOR UPDATE SKIP LOCKED
  ),
  due AS (
    UPDATE parked_messages SET next_attempt_at = $3 FROM heads WHERE parked_messages.id = heads.id RETURNING 1
  )
  SELECT count(*)::int AS count FROM due`;

/** Under the id it had: it is lower than those of all that wait behind it, and the relay goes by it. */
export const sendAgain = `
  WITH refused AS (
    DELETE FROM outbox_parked WHERE ($1::text IS NULL OR key = $1) AND ($2::bigint IS NULL OR id = $2) RETURNING *
  ),
  back AS (
    INSERT INTO outbox (id, shard, workspace_id, message_id, topic, key, headers, payload, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, shard, workspace_id, message_id, topic, key, headers, payload, created_at FROM refused
    RETURNING 1
  )
  SELECT count(*)::int AS count FROM back`;

/** The rows of both tables under one shape. The payload stays where it is: only its size and hash are made of it. */
const parked = `(
  SELECT 'in-' || id AS id, id AS row_id, 'consumer' AS side, consumer, key, workspace_id, message_id, topic, partition,
         kafka_offset::text AS "offset", attempts, CASE cause WHEN 'failed' THEN 'failed' ELSE 'waiting' END AS state,
         error_code, error_message, next_attempt_at, parked_at, headers, value AS bytes
  FROM parked_messages
  UNION ALL
  SELECT 'out-' || id, id, 'relay', NULL, key, workspace_id, message_id, topic, NULL, NULL, 1, 'refused',
         error_code, error_message, NULL, parked_at, headers, convert_to(payload, 'UTF8')
  FROM outbox_parked
) AS parked`;

const summary = `
  id, side, consumer, key, workspace_id AS "workspaceId", message_id AS "messageId", topic, partition, "offset", attempts, state,
  error_code AS "errorCode", next_attempt_at AS "nextAttemptAt", parked_at AS "parkedAt", octet_length(bytes) AS bytes`;

export const selectSummaries = `
  SELECT ${summary}
  FROM ${parked}
  WHERE ($1::text IS NULL OR side = $1) AND ($2::text IS NULL OR key = $2) AND ($3::text IS NULL OR topic = $3)
    AND ($4::text IS NULL OR workspace_id = $4)
  ORDER BY side, row_id
  LIMIT $5`;

export const selectCounts = `
  SELECT count(*)::int AS messages, count(DISTINCT coalesce(side || key, id))::int AS keys FROM ${parked}`;

export const selectDetails = `
  SELECT ${summary}, headers, error_message AS "errorMessage", encode(sha256(bytes), 'hex') AS sha256
  FROM ${parked}
  WHERE id = $1 OR message_id::text = lower($1)
  ORDER BY row_id
  LIMIT 1`;

/** What was received counts before what was to be sent: the same key is parked on both sides at once only by chance. */
export const selectFirst = `
  SELECT id
  FROM (
    SELECT 'in-' || id AS id, 1 AS place, id AS row_id FROM parked_messages WHERE key = $1
    UNION ALL
    SELECT 'out-' || id, 2, id FROM outbox_parked WHERE key = $1
  ) AS parked
  ORDER BY place, row_id
  LIMIT 1`;
