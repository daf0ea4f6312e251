import type { DatabaseOptions } from '@ci/platform';
import type { IngestionConfig } from '../config.ts';
import { CreateCalls1763700000000 } from './migrations/1763700000000-create-calls.migration.ts';

/** Every migration, oldest first. */
export const migrations = [CreateCalls1763700000000];

export function databaseOptions(config: IngestionConfig): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    schema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'ingestion',
  };
}
