/** Written by hand: what is removed of any number of keys, and what the inbox says of it from then on, is one statement. */

/** The keys alone are what an index has. */
const ofKeys = `key = ANY($2::text[]) AND (workspace_id, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;

export const withdrawUnsent = `
  WITH unsent AS (SELECT id FROM outbox WHERE ${ofKeys} ORDER BY id FOR UPDATE),
  withdrawn AS (DELETE FROM outbox WHERE id IN (SELECT id FROM unsent) RETURNING 1)
  SELECT count(*)::int AS deleted FROM withdrawn`;

export const withdrawRefused = `
  WITH withdrawn AS (DELETE FROM outbox_parked WHERE ${ofKeys} RETURNING 1)
  SELECT count(*)::int AS deleted FROM withdrawn`;

export const dropParked = `
  WITH dropped AS (DELETE FROM parked_messages WHERE key = ANY($1::text[]) RETURNING consumer, message_id),
  settled AS (
    UPDATE inbox SET outcome = 'ignored'
    FROM dropped WHERE inbox.consumer = dropped.consumer AND inbox.message_id = dropped.message_id
  )
  SELECT count(*)::int AS deleted FROM dropped`;
