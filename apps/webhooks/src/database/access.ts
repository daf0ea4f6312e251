import { eventStoreRights } from '@ci/event-store';
import { messagingRights } from '@ci/messaging';
import { combinedRights, type SchemaAccess } from '@ci/database';
import { idempotencyRights } from '@ci/http';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  requests: {
    rows: 'workspace',
    rights: combinedRights(eventStoreRights.requests, idempotencyRights.requests, {
      webhook_endpoints: 'SELECT, INSERT, UPDATE, DELETE',
      // A secret is shown when it is made; no request reads one.
      webhook_secrets: 'SELECT (webhook_id), INSERT, DELETE',
      webhook_failures: 'SELECT, DELETE',
      webhook_events: 'SELECT, INSERT',
      deliveries: 'SELECT, INSERT, UPDATE',
      delivery_attempts: 'SELECT',
      recoveries: 'SELECT, INSERT, UPDATE, DELETE',
    }),
  },
  worker: {
    rows: 'all',
    rights: combinedRights(eventStoreRights.worker, messagingRights.worker, idempotencyRights.worker, {
      webhook_endpoints: 'SELECT, INSERT, UPDATE, DELETE',
      webhook_secrets: 'SELECT, DELETE',
      webhook_failures: 'SELECT, INSERT, UPDATE, DELETE',
      call_gates: 'SELECT, INSERT, UPDATE',
      webhook_events: 'SELECT, INSERT, UPDATE, DELETE',
      deliveries: 'SELECT, INSERT, UPDATE, DELETE',
      delivery_attempts: 'SELECT, INSERT, UPDATE, DELETE',
      recoveries: 'SELECT, UPDATE, DELETE',
    }),
  },
};
