import type pg from 'pg';

/** How calls are spread over a workspace, whatever its size: few reps with many calls, prospects with few, one outcome that is rare. */
const REPS = 200;
const CALLS_PER_PROSPECT = 20;
const DAYS = 1_000;
/** Calls that were changed lately though they are not new, for instance analysed again. */
const CHANGED_LATELY = 500;
const ROWS_AT_ONCE = 500_000;

/**
 * Fills the read model of the calls list, not the events behind it: so many calls of one workspace, newest last, which is the order in which
 * they would have come. Above a million the indexes are made afterwards, as after any bulk load.
 */
export async function fillCallRows(
  client: pg.Client,
  workspaceId: string,
  rows: number,
  say: (text: string) => void,
): Promise<void> {
  const indexes = rows > 1_000_000 ? await dropIndexes(client) : [];
  for (let first = 1; first <= rows; first += ROWS_AT_ONCE) {
    const last = Math.min(rows, first + ROWS_AT_ONCE - 1);
    await client.query(insertRows, [workspaceId, rows, first, last]);
    if (rows > ROWS_AT_ONCE && last % (ROWS_AT_ONCE * 4) === 0) say(`${last} calls`);
  }
  await client.query(`SET maintenance_work_mem = '1GB'`);
  for (const definition of indexes) {
    await client.query(definition);
    say(definition.replace(/ USING.*/, ''));
  }
  await client.query('VACUUM (ANALYZE) ingestion.calls');
  await client.query('CHECKPOINT');
}

/** Definitions of the indexes that were dropped. Those of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    WHERE indrelid = 'ingestion.calls'::regclass
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Ids sort like the calls' times, as real ones do. `hashint4` spreads what has nothing to do with the order. */
const insertRows = `
  INSERT INTO ingestion.calls (id, stream_id, workspace_id, version, created_at, updated_at, duration_seconds, rep_id, rep_name,
    prospect_email, prospect_name, prospect_company, coaching_score, outcome_inferred, analysis_status, revision, title, external_id,
    source, timezone, metadata, content_hash)
  SELECT id, 'call-' || id, $1, 2, created_at,
    CASE WHEN n % greatest(1, $2::int / ${CHANGED_LATELY}) = 0 THEN now() - spread % 3600 * interval '1 s'
         ELSE created_at + interval '5 min' END,
    60 + spread % 3600, 'user_' || spread % ${REPS}, 'Dana Reyes',
    'prospect' || spread % greatest(1, $2::int / ${CALLS_PER_PROSPECT}) || '@acme.example', 'Marcus Webb', 'Acme Logistics',
    spread % 101,
    CASE WHEN spread % 1009 < 10 THEN 'won' WHEN spread % 1009 < 100 THEN 'lost' WHEN spread % 1009 < 400 THEN 'follow_up' END,
    'ready', 1, 'Acme Logistics: proposal', 'crm-' || n, 'crm', 'America/New_York', '{}', '\\x00'
  FROM (
    SELECT n, 'call_0' || lpad(to_hex(n), 25, '0') AS id, abs(hashint4(n)::bigint) AS spread,
      now() - interval '1 day' - ($2::int - n) * (interval '${DAYS} days' / $2::int) AS created_at
    FROM generate_series($3::int, $4::int) n
  ) AS call`;
