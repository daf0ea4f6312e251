import type { EventMetadata } from '@ci/event-store';
import { planByIndex, sentTogether, WORKER_DATA_SOURCE } from '@ci/database';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';

/** A job as the worker that leased it holds it. */
export interface ClaimedJob {
  readonly id: string;
  readonly workspaceId: string;
  readonly callId: string;
  readonly revision: number;
  /** AnalysisInput as JSON. */
  readonly input: string;
  readonly metadata: EventMetadata;
  /** An operator asked for it: the workspace does not pay for it with its turns. */
  readonly background: boolean;
  /** This one included. */
  readonly attempts: number;
  /** Whoever writes shows it: a worker that lost its lease is refused. */
  readonly fence: string;
}

export interface NewJob {
  readonly workspaceId: string;
  readonly callId: string;
  readonly revision: number;
  readonly input: string;
  readonly metadata: EventMetadata;
  /** It waits until no other does. */
  readonly background: boolean;
}

/** The table of calls that wait for their analysis. A job is there until its revision has ended, and its transcript with it. */
@Injectable()
export class AnalysisJobs {
  constructor(@Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource) {}

  async add(tx: EntityManager, jobs: readonly NewJob[]): Promise<void> {
    // In the order of their names: two batches that bring the same new workspaces queue.
    const workspaceIds = [...new Set(jobs.map(({ workspaceId }) => workspaceId))].sort();
    await sentTogether(
      tx.query(`INSERT INTO analysis_turns (workspace_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
        workspaceIds,
      ]),
      tx.query(insertJobs, [JSON.stringify(jobs)]),
    );
  }

  async forget(tx: EntityManager, callIds: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM analysis_jobs WHERE call_id = ANY($1)`, [callIds]);
  }

  /** Leases the next job that is due, if there is one. */
  async claim(leaseMs: number): Promise<ClaimedJob | undefined> {
    const [row] = await this.dataSource.transaction(async (tx) => {
      await planByIndex(tx);
      return tx.query<ClaimedRow[]>(claimNext, [leaseMs]);
    });
    if (row === undefined) return undefined;
    const { workspace_id: workspaceId, call_id: callId, ...rest } = row;
    return { ...rest, workspaceId, callId };
  }

  /** What a call has cost, however it ended: the workspace waits for so much longer. */
  async charge({ workspaceId, background }: ClaimedJob, ms: number): Promise<void> {
    if (background) return;
    await this.dataSource.query(`UPDATE analysis_turns SET spent_ms = spent_ms + $2 WHERE workspace_id = $1`, [
      workspaceId,
      ms,
    ]);
  }

  /** Keeps the lease; false when it was lost. */
  async extend({ id, fence }: ClaimedJob, leaseMs: number): Promise<boolean> {
    return this.#move(`UPDATE analysis_jobs SET available_at = ${later} WHERE id = $1 AND fence = $2`, [
      id,
      fence,
      leaseMs,
    ]);
  }

  /** Gives the job back for a later attempt. */
  async retryLater({ id, fence }: ClaimedJob, delayMs: number): Promise<void> {
    await this.#move(
      `UPDATE analysis_jobs SET available_at = ${later}, claimed_at = NULL, fence = fence + 1 WHERE id = $1 AND fence = $2`,
      [id, fence, delayMs],
    );
  }

  /** Gives the job back as if it had not been claimed. */
  async release({ id, fence }: ClaimedJob): Promise<void> {
    await this.#move(
      `UPDATE analysis_jobs SET available_at = clock_timestamp(), claimed_at = NULL, attempts = attempts - 1, fence = fence + 1
       WHERE id = $1 AND fence = $2`,
      [id, fence],
    );
  }

  /** Takes the job away with the transaction that stores its result; false when somebody else has it, or the call is gone. */
  async finish(tx: EntityManager, { id, fence }: ClaimedJob): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `WITH finished AS (DELETE FROM analysis_jobs WHERE id = $1 AND fence = $2 RETURNING id) SELECT id FROM finished`,
      [id, fence],
    );
    return rows.length > 0;
  }

  async #move(update: string, parameters: readonly unknown[]): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(`WITH moved AS (${update} RETURNING id) SELECT id FROM moved`, [
      ...parameters,
    ]);
    return rows.length > 0;
  }
}

/** As JSON: the driver escapes arrays of texts by regular expressions, and transcripts are long and full of quotes. */
const insertJobs = `
  INSERT INTO analysis_jobs (workspace_id, call_id, revision, input, metadata, background)
  SELECT "workspaceId", "callId", revision, input, metadata, background
  FROM json_to_recordset($1::json)
    AS job ("workspaceId" text, "callId" text, revision int, input text, metadata jsonb, background boolean)`;

const later = `clock_timestamp() + $3::float8 * interval '1 millisecond'`;

interface ClaimedRow extends Omit<ClaimedJob, 'workspaceId' | 'callId'> {
  readonly workspace_id: string;
  readonly call_id: string;
}

/** How many of a line a claim looks at: if as many claimers are at work on it at the same instant, one more finds none and looks again soon. */
const AT_HAND = 32;

/** A workspace's jobs stand in a line: first those that nobody has tried, then the others by when they are due again or their lease ends. */
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
 * Planned by index (`planByIndex`), and the plan may be kept from when there were few jobs: what is looked up one by one (OFFSET 0, FOR UPDATE)
 * cannot become a join with the whole table.
 */
const claimNext = `
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
