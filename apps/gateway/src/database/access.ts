import { eventStoreRights } from '@ci/event-store';
import { combinedRights, type SchemaAccess } from '@ci/database';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  // Finds out who asks: it has to find keys and sessions of all workspaces, and changes nothing but when they were used.
  requests: {
    rows: 'all',
    rights: {
      workspaces: 'SELECT',
      api_keys: 'SELECT',
      api_key_secrets: 'SELECT, UPDATE (last_used_at)',
      members: 'SELECT',
      member_sessions: 'SELECT, UPDATE (used_at)',
      rate_budgets: 'SELECT, INSERT, UPDATE, DELETE',
      untold_deletions: 'SELECT, INSERT, UPDATE, DELETE',
      // For readiness: whether the store is of this cluster.
      events: 'SELECT (transaction_id)',
    },
  },
  // Operators' commands, and what people do in the console: workspaces, keys, members, invitations, sessions.
  worker: {
    rows: 'all',
    rights: combinedRights(eventStoreRights.worker, {
      workspaces: 'SELECT, INSERT, UPDATE',
      api_keys: 'SELECT, INSERT, UPDATE',
      api_key_secrets: 'SELECT, INSERT, DELETE',
      members: 'SELECT, INSERT, UPDATE',
      member_passwords: 'SELECT, INSERT, UPDATE, DELETE',
      member_sessions: 'SELECT, INSERT, DELETE',
      invitations: 'SELECT, INSERT, UPDATE',
      invitation_secrets: 'SELECT, INSERT, DELETE',
    }),
  },
};
