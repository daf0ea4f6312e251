import type { Metrics } from '@ci/observability';
import type { DataSource } from 'typeorm';
import { selectDue } from '../queue/due-deliveries.sql.ts';
import type { MadeAttempt } from '../record/record-attempts.ts';

/** Measures each attempt, and how old what arrives is. */
export function countAttempts(metrics: Metrics): (attempt: MadeAttempt) => void {
  const attempts = metrics.histogram({
    name: 'ci_webhook_attempt_duration_seconds',
    help: 'Attempts to deliver a webhook: how long the endpoint took, and what follows: delivered, retry, exhausted or gone.',
    labels: ['outcome'],
  });
  const ages = metrics.histogram({
    name: 'ci_webhook_delivery_age_seconds',
    help: 'Deliveries that arrived, by the time since they were stored. A redelivery by hand counts from the beginning.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 1_800, 7_200, 86_400],
  });
  return ({ delivery, decision, attemptedAt, endedAt }) => {
    attempts.observe({ outcome: decision.kind }, (endedAt.getTime() - attemptedAt.getTime()) / 1_000);
    if (decision.kind === 'delivered')
      ages.observe(Math.max(0, endedAt.getTime() - delivery.storedAt.getTime()) / 1_000);
  };
}

/** Shows what is late. */
export function measureDeliveries(metrics: Metrics, database: Pick<DataSource, 'query'>): void {
  metrics.sampled({
    part: 'deliveries',
    freshMs: 10_000,
    gauges: {
      due: {
        name: 'ci_webhook_deliveries_due',
        help: 'Deliveries whose attempt is due and that no instance has taken; of one endpoint, 1,000 are 1,000 or more.',
      },
      age: {
        name: 'ci_webhook_deliveries_due_age_seconds',
        help: 'How long the first of these has been due. 0 when there is none.',
      },
    },
    read: async () => {
      const [row] = await database.query<[{ due: number; age: number }]>(selectDue);
      return row;
    },
  });
}
