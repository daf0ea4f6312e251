import { eventStoreRights } from '@ci/event-store';
import { combinedRights, type SchemaAccess } from '@ci/platform';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  // Finds out who asks: it has to find keys of all workspaces, and changes nothing but when they were used.
  requests: {
    rows: 'all',
    rights: {
      workspaces: 'SELECT',
      api_keys: 'SELECT',
      api_key_secrets: 'SELECT, UPDATE (last_used_at)',
      rate_budgets: 'SELECT, INSERT, UPDATE, DELETE',
      // For readiness: whether the store is of this cluster.
      events: 'SELECT (transaction_id)',
    },
  },
  // Operators' commands: workspaces and keys.
  worker: {
    rows: 'all',
    rights: combinedRights(eventStoreRights.worker, {
      workspaces: 'SELECT, INSERT, UPDATE',
      api_keys: 'SELECT, INSERT, UPDATE',
      api_key_secrets: 'SELECT, INSERT, DELETE',
    }),
  },
};
