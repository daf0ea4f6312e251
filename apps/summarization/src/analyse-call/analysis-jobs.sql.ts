/** Written by hand: a queue that is fair to workspaces. */

/** How many of a line a claim looks at: if as many claimers are at work on it at the same instant, one more finds none and looks again soon. */
const AT_HAND = 32;

/** A workspace's jobs are in a line: first those without an attempt, then the others by when they are due again or their lease ends. */
const place = `CASE WHEN attempts = 0 THEN '-infinity'::timestamptz ELSE available_at END`;

const firstInLine = (isThere: string): string => `(
        SELECT job.id FROM analysis_jobs job
        WHERE job.background = turn.background AND job.workspace_id = turn.workspace_id AND ${isThere} AND job.available_at <= clock_timestamp()
          AND NOT EXISTS (
            SELECT 1 FROM analysis_jobs older WHERE older.call_id = job.call_id AND older.revision < job.revision OFFSET 0
          )
        ORDER BY ${place}, job.id
        LIMIT ${AT_HAND}
      )`;

/**
 * What an operator asked for in the background comes after all else, and moves no turn.
 * The workspace whose calls have taken least time is next, those included that are being worked on, whose time is not known yet. Who comes
 * back begins where the last one was served: what it did not use before gives it no right to all processes now. Within a workspace oldest
 * first, and the revisions of a call one after the other. SKIP LOCKED: claimers do not wait for each other. A job whose lease has run out is
 * claimed again, and its former holder's fence is worth nothing from then on.
 *
 * It takes as long however many jobs wait. `lines` jumps from line to line in the index; then lines are read in their turn, until a job can be
 * locked. Of a line those that were tried before are read apart, for thousands may wait for a later attempt; of more than AT_HAND that are
 * due, those come first that were due first. Only revisions that wait for an older one are passed over one by one.
 *
 * Planned by index, and the plan may be kept from when there were few jobs: what is looked up one by one (OFFSET 0, FOR UPDATE)
 * cannot become a join with the whole table.
 */
export const claimNext = `
  WITH RECURSIVE lines AS (
    (SELECT background, workspace_id, id FROM analysis_jobs ORDER BY background, workspace_id, ${place}, id LIMIT 1)
    UNION ALL
    SELECT following.*
    FROM lines CROSS JOIN LATERAL (
      SELECT background, workspace_id, id FROM analysis_jobs
      WHERE (background, workspace_id) > (lines.background, lines.workspace_id)
      ORDER BY background, workspace_id, ${place}, id
      LIMIT 1
    ) following
  ), served_last AS (
    SELECT max(started_ms) AS started_ms FROM analysis_turns
  ), running AS (
    SELECT workspace_id, sum(extract(epoch FROM clock_timestamp() - claimed_at) * 1000)::float8 AS ms
    FROM (
      SELECT workspace_id, background, claimed_at, available_at FROM analysis_jobs WHERE claimed_at IS NOT NULL ORDER BY claimed_at OFFSET 0
    ) claimed
    WHERE available_at > clock_timestamp() AND NOT background
    GROUP BY workspace_id
  ), next AS (
    SELECT job.*, first.started_ms
    FROM (
      SELECT job.id, turn.*
      FROM (
        SELECT lines.background, lines.workspace_id, lines.id AS first_id, own.served_at, own.started_ms,
               own.started_ms + coalesce(running.ms, 0) AS spent_ms
        FROM lines CROSS JOIN served_last
        CROSS JOIN LATERAL (
          SELECT served_at, greatest(spent_ms, served_last.started_ms) AS started_ms
          FROM analysis_turns WHERE workspace_id = lines.workspace_id OFFSET 0
        ) own
        LEFT JOIN running USING (workspace_id)
        ORDER BY background, spent_ms, served_at, first_id
      ) turn
      CROSS JOIN LATERAL (
        ${firstInLine(`${place} <= '-infinity'`)}
        UNION ALL
        ${firstInLine(`${place} > '-infinity' AND ${place} <= statement_timestamp()`)}
      ) job
      ORDER BY turn.background, turn.spent_ms, turn.served_at, turn.first_id, job.id
    ) first
    CROSS JOIN LATERAL (
      SELECT id, workspace_id, background FROM analysis_jobs
      WHERE id = first.id AND available_at <= clock_timestamp()
      FOR UPDATE SKIP LOCKED
    ) job
    ORDER BY first.background, first.spent_ms, first.served_at, first.first_id, first.id
    LIMIT 1
  ), served AS (
    UPDATE analysis_turns turn
    SET served_at = clock_timestamp(), started_ms = next.started_ms, spent_ms = greatest(turn.spent_ms, next.started_ms)
    FROM next WHERE turn.workspace_id = (SELECT workspace_id FROM next) AND NOT next.background
  ), claimed AS (
    UPDATE analysis_jobs
    SET attempts = attempts + 1, fence = fence + 1, claimed_at = clock_timestamp(),
        available_at = clock_timestamp() + $1::float8 * interval '1 millisecond'
    WHERE id = (SELECT id FROM next)
    RETURNING id, workspace_id, call_id, revision, input, metadata, background, attempts, fence
  )
  SELECT * FROM claimed`;

/** What waits, up to 100,000 jobs. */
export const selectJobs = `
  SELECT count(*)::int AS jobs,
         count(*) FILTER (WHERE available_at <= clock_timestamp() AND NOT background)::int AS due,
         greatest(coalesce(extract(epoch FROM clock_timestamp() - min(available_at) FILTER (WHERE NOT background)), 0), 0)::float8 AS age
  FROM (SELECT available_at, background FROM analysis_jobs LIMIT 100000) AS jobs`;

/** As JSON: the driver escapes arrays of texts by regular expressions, and transcripts are long and full of quotes. */
export const insertJobs = `
  INSERT INTO analysis_jobs (workspace_id, call_id, revision, input, metadata, background)
  SELECT "workspaceId", "callId", revision, input, metadata, background
  FROM json_to_recordset($1::json)
    AS job ("workspaceId" text, "callId" text, revision int, input text, metadata jsonb, background boolean)`;
