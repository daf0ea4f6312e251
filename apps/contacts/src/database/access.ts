import { eventStoreRights } from '@ci/event-store';
import { messagingRights } from '@ci/messaging';
import { combinedRights, type SchemaAccess } from '@ci/database';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  // All that clients can do here is read.
  requests: { rows: 'workspace', rights: { contacts: 'SELECT', contact_calls: 'SELECT' } },
  worker: {
    rows: 'all',
    rights: combinedRights(eventStoreRights.worker, messagingRights.worker, {
      contacts: 'SELECT, INSERT, UPDATE, DELETE',
      contact_calls: 'SELECT, INSERT, UPDATE, DELETE',
      deleted_calls: 'SELECT, INSERT, UPDATE (deleted_at), DELETE',
    }),
  },
};
