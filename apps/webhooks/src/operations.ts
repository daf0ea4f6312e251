import { defineProjection } from '@ci/event-store';
import type { OperatedService } from '@ci/operations';
import { idempotencySecrets } from '@ci/platform';
import { SERVICE } from './config.ts';
import { releaseHeldByEnd } from './deliveries/store/call-gate.ts';
import { webhookEvents } from './webhook-endpoint/webhook.events.ts';
import { projectEndpoint } from './endpoints/endpoint-row.projector.ts';

/** What operators can do with this service. */
export const operations: OperatedService = {
  service: SERVICE,
  messaging: true,
  onSkipped: releaseHeldByEnd,
  secrets: [
    // Bound to its row: see `SigningKeys`.
    { table: 'webhook_secrets', column: 'secret', id: ['webhook_id'], contextOf: ([webhookId = '']) => webhookId },
    idempotencySecrets,
  ],
  projections: [
    defineProjection({
      name: 'webhook-list',
      tables: ['webhook_endpoints'],
      streamTypes: ['webhook'],
      catalogue: webhookEvents,
      projector: projectEndpoint,
    }),
  ],
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
