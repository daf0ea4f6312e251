import type { ServiceDatabaseOptions } from '@ci/platform';
import type { WebhooksConfig } from '../config.ts';
import { Webhooks1763700000000 } from './migrations/1763700000000-webhooks.migration.ts';

/** All migrations, oldest first. */
export const migrations = [Webhooks1763700000000];

/** Read models are read and written by visible SQL: there are no entities to map. */
export function databaseOptions(config: WebhooksConfig): ServiceDatabaseOptions {
  return {
    url: config.DATABASE_URL,
    schema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    rows: 'workspace',
    // What is pending is little at one moment and much at the next.
    worker: { url: config.WORKER_DATABASE_URL, poolSize: config.WORKER_DATABASE_POOL_SIZE, plans: 'by index' },
    applicationName: 'webhooks',
  };
}
