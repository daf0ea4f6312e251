import { inTransaction, PLAN_EACH_TIME } from '@ci/database';
import type { DataSource, EntityManager } from 'typeorm';
import { disableWebhook } from '../../endpoints/disable-webhook.ts';
import { instants } from '../instants.ts';
import { addFailures, recordAll } from './attempts.sql.ts';
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
  // Endpoints are locked before deliveries, everywhere: hence in separate transactions, and this one first, so that what it drops is
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
  const statement = attempts.length > FEW ? `${PLAN_EACH_TIME}${recordAll}` : recordAll;
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
  const rows = await tx.query<(EndpointFailures & { readonly webhookId: string })[]>(addFailures, [
    failed.map(({ webhookId }) => webhookId),
    failed.map(({ firstFailureAt }) => firstFailureAt),
    failed.map(({ failures }) => failures),
  ]);
  return rows.flatMap((row) => {
    const last = attempts.findLast(({ delivery }) => delivery.webhookId === row.webhookId);
    return last !== undefined && hasFailedTooLong(row, last.endedAt) ? [last] : [];
  });
}
