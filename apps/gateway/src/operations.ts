import { projectionsOf } from '@ci/event-store';
import type { ServiceOperations } from '@ci/operations';
import { apiKey, invitation, member, workspace } from './aggregates.ts';

/** What operators can do with this service. */
export const operations: ServiceOperations = {
  projections: [
    ...projectionsOf(workspace),
    ...projectionsOf(apiKey),
    ...projectionsOf(member),
    ...projectionsOf(invitation),
  ],
  notRebuilt: [
    { table: 'api_key_secrets', because: 'no event holds a hash, nor when a key was used' },
    { table: 'member_passwords', because: 'no event holds a hash' },
    { table: 'member_sessions', because: 'no event holds a hash, nor who is signed in' },
    { table: 'invitation_secrets', because: 'no event holds a hash' },
    { table: 'rate_budgets', because: 'what is left of each budget now' },
  ],
};
