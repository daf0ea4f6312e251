import { defineProjection } from '@ci/event-store';
import type { OperatedService } from '@ci/operations';
import { apiKeyEvents } from './api-key/api-key.events.ts';
import { projectApiKeyRows } from './api-key-rows/api-key-rows.projector.ts';
import { projectWorkspaceRows } from './workspace-rows/workspace-rows.projector.ts';
import { workspaceEvents } from './workspace/workspace.events.ts';

/** What operators can do with this service. */
export const operations: OperatedService = {
  service: 'gateway',
  messaging: false,
  projections: [
    defineProjection({
      name: 'workspaces',
      tables: ['workspaces'],
      streamTypes: ['workspace'],
      catalogue: workspaceEvents,
      projector: projectWorkspaceRows,
    }),
    defineProjection({
      name: 'api-keys',
      tables: ['api_keys'],
      streamTypes: ['key'],
      catalogue: apiKeyEvents,
      projector: projectApiKeyRows,
    }),
  ],
  notRebuilt: [
    { table: 'api_key_secrets', because: 'no event holds a hash, nor when a key was used' },
    { table: 'rate_budgets', because: 'what is left of each budget now' },
  ],
};
