import { pruningConfig } from '@ci/messaging';
import {
  databaseConfig,
  encryptionConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  loadConfig,
  workerDatabaseConfig,
  type Environment,
} from '@ci/platform';
import { z } from 'zod';

export const SERVICE = 'ingestion';

/** Every variable of the service; its README's table is made of this. */
export const configSchema = z.object({
  ...httpConfig,
  ...databaseConfig,
  ...workerDatabaseConfig,
  DATABASE_SCHEMA: databaseConfig.DATABASE_SCHEMA.default(SERVICE),
  ...kafkaConfig,
  ...pruningConfig,
  ...internalTokenConfig,
  ...encryptionConfig,
});
export type IngestionConfig = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): IngestionConfig {
  return loadConfig(configSchema, environment);
}
