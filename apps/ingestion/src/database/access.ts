import { eventStoreRights } from '@ci/event-store';
import { erasingRights, messagingRights } from '@ci/messaging';
import { combinedRights, type SchemaAccess } from '@ci/database';
import { idempotencyRights } from '@ci/http';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  requests: {
    rows: 'workspace',
    rights: combinedRights(
      eventStoreRights.requests,
      messagingRights.requests,
      erasingRights,
      idempotencyRights.requests,
      { calls: 'SELECT, INSERT, UPDATE, DELETE', call_transcripts: 'SELECT, INSERT, UPDATE, DELETE' },
    ),
  },
  worker: {
    rows: 'all',
    rights: combinedRights(eventStoreRights.worker, messagingRights.worker, idempotencyRights.worker, {
      calls: 'SELECT, INSERT, UPDATE, DELETE',
      call_transcripts: 'SELECT, INSERT, UPDATE, DELETE',
    }),
  },
};
