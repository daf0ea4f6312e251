import type { ServiceDatabaseOptions } from '@ci/platform';
import type { IngestionConfig } from '../config.ts';
import { CreateCalls1763700000000 } from './migrations/1763700000000-create-calls.migration.ts';
import { SwappedTranscripts1796600000000 } from './migrations/1796600000000-swapped-transcripts.migration.ts';

/** Every migration, oldest first. */
export const migrations = [CreateCalls1763700000000, SwappedTranscripts1796600000000];

export function databaseOptions(config: IngestionConfig): ServiceDatabaseOptions {
  return {
    url: config.DATABASE_URL,
    schema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    rows: 'workspace',
    worker: { url: config.WORKER_DATABASE_URL, poolSize: config.WORKER_DATABASE_POOL_SIZE },
    applicationName: 'ingestion',
  };
}
