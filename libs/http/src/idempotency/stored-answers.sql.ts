/** How long an answer is kept. */
const KEPT = `interval '24 hours'`;
const COLUMNS = 'workspace_id, key, request_hash, status_code, headers, resource_id, response, encrypted';

/**
 * Of the workspace $1 and the key $2. Advisory locks are the database's, tables the schema's: without the schema's name two services would wait
 * for each other.
 */
const TRY_LOCK = `pg_try_advisory_xact_lock(hashtextextended(jsonb_build_array('idempotency', current_schema(), $1::text, $2::text)::text, 0))`;

export const tryLock = `SELECT ${TRY_LOCK} AS locked`;

export const selectAnswer = `
  SELECT request_hash, status_code, headers, resource_id, response, encrypted FROM idempotency_keys
  WHERE workspace_id = $1 AND key = $2 AND created_at > clock_timestamp() - ${KEPT}`;

/** An answer that is kept already stays, unless it is over. */
export const upsertAnswer = `
  INSERT INTO idempotency_keys AS kept (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (workspace_id, key) DO UPDATE SET request_hash = excluded.request_hash, status_code = excluded.status_code,
    headers = excluded.headers, resource_id = excluded.resource_id, response = excluded.response, encrypted = excluded.encrypted,
    created_at = excluded.created_at
  WHERE kept.created_at <= clock_timestamp() - ${KEPT}`;

/** Fails, and its statement as a whole, where the key has a row, over or not, or another transaction has the key: `status_code` is NULL then. */
export const insertAnswer = `
  INSERT INTO idempotency_keys (${COLUMNS})
  VALUES ($1::text, $2::text, $3::bytea, CASE WHEN ${TRY_LOCK} THEN $4::smallint END, $5::jsonb, $6::text, $7::bytea, $8::boolean)`;

/** Some at a time, past those that others have locked. */
export const deleteAnswers = `
  WITH gone AS (
    DELETE FROM idempotency_keys WHERE (workspace_id, key) IN (
      SELECT workspace_id, key FROM idempotency_keys
      WHERE created_at <= clock_timestamp() - ${KEPT} LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING 1)
  SELECT * FROM gone`;
