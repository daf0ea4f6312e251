import { inTransaction } from '@ci/event-store';
import type { DataSource, EntityManager } from 'typeorm';
import { disableWebhook } from '../change-webhook/disable-webhook.ts';
import type { AttemptResult } from './attempt-result.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { hasFailedTooLong, type EndpointFailures } from './endpoint-health.ts';
import type { RetryDecision } from './retry-decision.ts';

/** An attempt that was made, and what was decided on it. */
export interface MadeAttempt {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly decision: RetryDecision;
  readonly attemptedAt: Date;
  readonly endedAt: Date;
}

/** Stores an attempt and what follows from it. Nothing is stored when the lease ran out and somebody else has taken the delivery. */
export async function recordAttempt(dataSource: DataSource, attempt: MadeAttempt): Promise<void> {
  const { delivery, decision, endedAt } = attempt;
  const failures = await inTransaction(dataSource, async (tx) => {
    // Endpoints are locked before deliveries, everywhere: DELETE does the same.
    if (decision.kind === 'gone') await disableWebhook(tx, delivery, 'gone', endedAt);
    if (!(await updateDelivery(tx, attempt))) return undefined;
    return updateHealth(tx, attempt);
  });
  // On its own, for the order of locks. Should it be lost, the next failure decides the same.
  if (failures !== undefined && hasFailedTooLong(failures, endedAt)) {
    await inTransaction(dataSource, (tx) => disableWebhook(tx, delivery, 'failing', endedAt));
  }
}

/**
 * A delivery that was dropped while its attempt was under way stays dropped unless the attempt succeeded: what has arrived has arrived.
 * An erased event has no body, and then its answer, which may repeat the body, is not kept either.
 */
async function updateDelivery(tx: EntityManager, attempt: MadeAttempt): Promise<boolean> {
  const { delivery, result, decision } = attempt;
  const rows = await tx.query<unknown[]>(
    `WITH updated AS (
       UPDATE deliveries SET
         attempts = attempts + 1,
         failures = failures + $4,
         status = CASE WHEN $3 = 'pending' THEN status ELSE $3 END,
         next_attempt_at = CASE WHEN $3 = 'pending' AND status = 'pending' THEN $5::timestamptz END,
         held = false, lease = NULL, leased_until = NULL
       WHERE id = $1 AND lease = $2
       RETURNING id, attempts, event_id
     )
     INSERT INTO delivery_attempts (delivery_id, number, attempted_at, latency_ms, status_code, error, response_body)
     SELECT u.id, u.attempts, $6, $7, $8, $9, CASE WHEN v.body IS NULL THEN NULL ELSE $10::text END
     FROM updated u JOIN webhook_events v ON v.id = u.event_id
     RETURNING delivery_id`,
    [
      delivery.id,
      delivery.lease,
      statusAfter(decision),
      decision.kind === 'delivered' ? 0 : 1,
      decision.kind === 'retry' ? decision.at : null,
      attempt.attemptedAt,
      Math.max(0, attempt.endedAt.getTime() - attempt.attemptedAt.getTime()),
      result.statusCode,
      result.error,
      result.responseBody,
    ],
  );
  return rows.length > 0;
}

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

async function updateHealth(tx: EntityManager, attempt: MadeAttempt): Promise<EndpointFailures | undefined> {
  const { webhookId } = attempt.delivery;
  if (attempt.decision.kind === 'delivered') {
    await tx.query(`DELETE FROM webhook_failures WHERE webhook_id = $1`, [webhookId]);
    return undefined;
  }
  // FROM the endpoint: one that was deleted meanwhile leaves nothing behind.
  const [row] = await tx.query<EndpointFailures[]>(
    `INSERT INTO webhook_failures AS f (webhook_id, failing_since, failed_attempts)
     SELECT id, $2, 1 FROM webhook_endpoints WHERE id = $1
     ON CONFLICT (webhook_id) DO UPDATE SET failed_attempts = f.failed_attempts + 1
     RETURNING failing_since AS "failingSince", failed_attempts AS "failedAttempts"`,
    [webhookId, attempt.endedAt],
  );
  return row;
}
