import { eventStoreRights } from '@ci/event-store';
import { messagingRights } from '@ci/messaging';
import { combinedRights, type SchemaAccess } from '@ci/database';

const readModels = {
  analyses: 'SELECT, INSERT, UPDATE, DELETE',
  action_items: 'SELECT, INSERT, UPDATE, DELETE',
} as const;

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  // A client changes action items; the jobs, with the transcripts in them, are no business of requests.
  requests: {
    rows: 'workspace',
    rights: combinedRights(eventStoreRights.requests, messagingRights.requests, readModels),
  },
  worker: {
    rows: 'all',
    rights: combinedRights(eventStoreRights.worker, messagingRights.worker, readModels, {
      analysis_jobs: 'SELECT, INSERT, UPDATE, DELETE',
      analysis_turns: 'SELECT, INSERT, UPDATE',
      llm_usage: 'SELECT, INSERT, UPDATE',
    }),
  },
};
