import { ApiKeyRow } from '../api-key-rows/api-key.entity.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { Gateway1763720000000 } from './migrations/1763720000000-gateway.migration.ts';

/** What TypeORM maps, and how the schema came to be. */
export const entities = [WorkspaceRow, ApiKeyRow];
export const migrations = [Gateway1763720000000];
