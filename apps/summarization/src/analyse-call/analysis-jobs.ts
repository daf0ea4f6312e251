import type { EventMetadata } from '@ci/event-store';
import { sentTogether, WORKER_DATA_SOURCE } from '@ci/database';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { claimNext, insertJobs } from './analysis-jobs.sql.ts';

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
  /** Every write shows it: a worker that lost its lease is refused. */
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
    const [row] = await this.dataSource.query<ClaimedRow[]>(claimNext, [leaseMs]);
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

  /** Takes the job away with the transaction that stores its result; false when another worker has it, or the call is gone. */
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

const later = `clock_timestamp() + $3::float8 * interval '1 millisecond'`;

interface ClaimedRow extends Omit<ClaimedJob, 'workspaceId' | 'callId'> {
  readonly workspace_id: string;
  readonly call_id: string;
}
