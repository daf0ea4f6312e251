import { inTransaction } from '@ci/event-store';
import { PLAN_ANEW } from '@ci/database';
import type { DataSource, EntityManager } from 'typeorm';
import { disableWebhook } from '../../endpoints/disable-webhook.ts';
import { instants } from '../instants.ts';
import type { AttemptResult } from './attempt-result.ts';
import type { ClaimedDelivery } from '../queue/claim-deliveries.ts';
import { hasFailedTooLong, healthChanges, type EndpointFailures, type HealthChange } from './endpoint-health.ts';
import type { RetryDecision } from './retry-decision.ts';

/** An attempt that was made, and what was decided on it. */
export interface MadeAttempt {
  readonly delivery: Omit<ClaimedDelivery, 'body' | 'secret' | 'url' | 'traceparent'>;
  readonly result: AttemptResult;
  readonly decision: RetryDecision;
  readonly attemptedAt: Date;
  readonly endedAt: Date;
}

/**
 * Stores attempts, in the order of their ends, and what follows from them. Nothing is stored of one whose lease ran out and whose delivery
 * another instance has claimed. Returns those whose delivery is locked just now: they are to be recorded again.
 */
export async function recordAttempts(
  dataSource: DataSource,
  attempts: readonly MadeAttempt[],
): Promise<readonly MadeAttempt[]> {
  // Endpoints are locked before deliveries, everywhere: hence in transactions of their own, and this one first, so that what it drops is
  // not sent once more before. Should one be lost, the next attempt decides the same.
  for (const attempt of attempts) if (attempt.decision.kind === 'gone') await disable(dataSource, attempt, 'gone');
  const changes = healthChanges(attempts.map(outcomeOf));
  // All went well, as it mostly does: one statement is its own transaction.
  if (changes.every(({ failures }) => failures === 0)) {
    const { locked } = await updateDeliveries(dataSource, attempts, changes);
    return locked;
  }
  const { locked, failing } = await inTransaction(
    dataSource,
    async (tx) => {
      const updated = await updateDeliveries(tx, attempts, changes);
      return { locked: updated.locked, failing: await noteFailures(tx, updated.recorded) };
    },
    { attempts: Infinity },
  );
  for (const attempt of failing) await disable(dataSource, attempt, 'failing');
  return locked;
}

function disable(
  dataSource: DataSource,
  { delivery, endedAt }: MadeAttempt,
  reason: 'gone' | 'failing',
): Promise<void> {
  return inTransaction(dataSource, (tx) => disableWebhook(tx, delivery, reason, endedAt), { attempts: Infinity });
}

/**
 * A delivery that was dropped while its attempt was under way stays dropped unless the attempt succeeded: what has arrived has arrived.
 * An erased event has no body, and then its answer, which may repeat the body, is not kept either.
 *
 * Skips locked rows: the deletion of an endpoint or a call locks many deliveries, in another order.
 */
async function updateDeliveries(
  database: DataSource | EntityManager,
  attempts: readonly MadeAttempt[],
  changes: readonly HealthChange[],
): Promise<{ readonly recorded: readonly MadeAttempt[]; readonly locked: readonly MadeAttempt[] }> {
  const column = <Value>(of: (attempt: MadeAttempt) => Value): Value[] => attempts.map(of);
  const statement = attempts.length > FEW ? `${PLAN_ANEW}${recordAll}` : recordAll;
  const rows = await database.query<{ id: string }[]>(statement, [
    column(({ delivery }) => delivery.id),
    column(({ delivery }) => delivery.lease),
    column(({ decision }) => statusAfter(decision)),
    column(({ decision }) => (decision.kind === 'delivered' ? 0 : 1)),
    instants(column(({ decision }) => (decision.kind === 'retry' ? decision.at : null))),
    instants(column(({ attemptedAt }) => attemptedAt)),
    column(({ attemptedAt, endedAt }) => Math.max(0, endedAt.getTime() - attemptedAt.getTime())),
    column(({ result }) => result.statusCode),
    column(({ result }) => result.error),
    column(({ result }) => result.responseBody),
    changes.filter(({ healed }) => healed).map(({ webhookId }) => webhookId),
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  const recorded = attempts.filter(({ delivery }) => ids.has(delivery.id));
  const left = attempts.filter(({ delivery }) => !ids.has(delivery.id));
  return { recorded, locked: left.length === 0 ? [] : await stillOurs(database, left) };
}

/** Of attempts that were not stored, those whose delivery no other instance has claimed: it was locked. */
async function stillOurs(
  database: DataSource | EntityManager,
  attempts: readonly MadeAttempt[],
): Promise<readonly MadeAttempt[]> {
  const rows = await database.query<{ id: string }[]>(
    `SELECT m.id FROM unnest($1::text[], $2::uuid[]) AS m (id, lease)
     WHERE EXISTS (SELECT FROM deliveries d WHERE d.id = m.id AND d.lease = m.lease)`,
    [attempts.map(({ delivery }) => delivery.id), attempts.map(({ delivery }) => delivery.lease)],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return attempts.filter(({ delivery }) => ids.has(delivery.id));
}

/** Results of which planning is a small part of the work. */
const FEW = 16;

/**
 * Each delivery is looked up by its id, one after the other: LATERAL leaves the planner nothing else for the lock. For the change it may
 * begin with the deliveries, and a plan that is kept from a time when there were few would read all of them: batches are planned each time.
 */
const recordAll = `
  WITH ours AS (
    SELECT m.*
    FROM unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::int[], $8::int[], $9::text[], $10::text[])
      AS m (id, lease, status, failures, next_attempt_at, attempted_at, latency_ms, status_code, error, response_body)
    CROSS JOIN LATERAL (SELECT FROM deliveries d WHERE d.id = m.id AND d.lease = m.lease FOR UPDATE SKIP LOCKED) locked
  ), updated AS (
    UPDATE deliveries d SET
      attempts = d.attempts + 1,
      failures = d.failures + m.failures,
      status = CASE WHEN m.status = 'pending' THEN d.status ELSE m.status END,
      next_attempt_at = CASE WHEN m.status = 'pending' AND d.status = 'pending' THEN m.next_attempt_at END,
      held = false, lease = NULL, leased_until = NULL
    FROM ours m
    WHERE d.id = m.id
    RETURNING d.id, d.workspace_id, d.attempts, d.event_id, m.attempted_at, m.latency_ms, m.status_code, m.error, m.response_body
  ), stored AS (
    INSERT INTO delivery_attempts (delivery_id, workspace_id, number, attempted_at, latency_ms, status_code, error, response_body)
    SELECT u.id, u.workspace_id, u.attempts, u.attempted_at, u.latency_ms, u.status_code, u.error,
           CASE WHEN u.response_body = '' OR EXISTS (SELECT FROM webhook_events v WHERE v.id = u.event_id AND v.body IS NOT NULL) THEN u.response_body END
    FROM updated u
  ), healed AS (
    DELETE FROM webhook_failures WHERE webhook_id = ANY($11::text[])
  )
  SELECT id FROM updated`;

function statusAfter(decision: RetryDecision): 'pending' | 'delivered' | 'failed' {
  switch (decision.kind) {
    case 'delivered':
      return 'delivered';
    case 'retry':
      return 'pending';
    case 'gone':
    case 'exhausted':
      return 'failed';
  }
}

function outcomeOf({ delivery: { webhookId }, decision, endedAt }: MadeAttempt) {
  return { webhookId, delivered: decision.kind === 'delivered', endedAt };
}

/** Answers, for each endpoint that has failed too long, its last attempt. */
async function noteFailures(tx: EntityManager, attempts: readonly MadeAttempt[]): Promise<MadeAttempt[]> {
  const failed = healthChanges(attempts.map(outcomeOf)).filter(({ failures }) => failures > 0);
  if (failed.length === 0) return [];
  // FROM the endpoint: one that was deleted meanwhile leaves nothing behind.
  const rows = await tx.query<(EndpointFailures & { readonly webhookId: string })[]>(
    `INSERT INTO webhook_failures AS f (webhook_id, workspace_id, failing_since, failed_attempts)
     SELECT e.id, e.workspace_id, c.since, c.failures FROM unnest($1::text[], $2::timestamptz[], $3::int[]) AS c (webhook_id, since, failures)
     JOIN webhook_endpoints e ON e.id = c.webhook_id ORDER BY e.id
     ON CONFLICT (webhook_id) DO UPDATE SET failed_attempts = f.failed_attempts + excluded.failed_attempts
     RETURNING webhook_id AS "webhookId", failing_since AS "failingSince", failed_attempts AS "failedAttempts"`,
    [
      failed.map(({ webhookId }) => webhookId),
      failed.map(({ firstFailureAt }) => firstFailureAt),
      failed.map(({ failures }) => failures),
    ],
  );
  return rows.flatMap((row) => {
    const last = attempts.findLast(({ delivery }) => delivery.webhookId === row.webhookId);
    return last !== undefined && hasFailedTooLong(row, last.endedAt) ? [last] : [];
  });
}
