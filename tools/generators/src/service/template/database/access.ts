import { eventStoreRights } from '@ci/event-store';
import { messagingRights } from '@ci/messaging';
import { combinedRights, type SchemaAccess } from '@ci/database';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  requests: { rows: 'workspace', rights: combinedRights(eventStoreRights.requests, messagingRights.requests) },
  worker: { rows: 'all', rights: combinedRights(eventStoreRights.worker, messagingRights.worker) },
};
