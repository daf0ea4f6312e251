import { projectionsOf } from '@ci/event-store';
import type { ServiceOperations } from '@ci/operations';
import { idempotencySecrets } from '@ci/http';
import { releaseHeldByEnd } from './deliveries/store/call-gate.ts';
import { webhook } from './webhook.aggregate.ts';

/** What operators can do with this service. */
export const operations: ServiceOperations = {
  onSkipped: releaseHeldByEnd,
  secrets: [
    // Bound to its row: see `SigningKeys`.
    { table: 'webhook_secrets', column: 'secret', id: ['webhook_id'], contextOf: ([webhookId = '']) => webhookId },
    idempotencySecrets,
  ],
  projections: projectionsOf(webhook),
  notRebuilt: [
    { table: 'webhook_secrets', because: 'no event holds a secret' },
    { table: 'webhook_failures', because: 'how an endpoint answered lately' },
    {
      table: 'call_gates, webhook_events, deliveries, delivery_attempts',
      because: 'a queue of what was and is to be sent',
    },
    { table: 'recoveries', because: 'jobs over those deliveries' },
    { table: 'idempotency_keys', because: 'what requests were answered' },
  ],
};
