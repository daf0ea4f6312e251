import { pruningConfig } from '@ci/messaging';
import {
  databaseConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  keyRing,
  loadConfig,
  workerDatabaseConfig,
  type Environment,
} from '@ci/platform';
import { z } from 'zod';

export const configSchema = z.object({
  ...httpConfig,
  ...databaseConfig,
  ...workerDatabaseConfig,
  DATABASE_SCHEMA: databaseConfig.DATABASE_SCHEMA.default('contacts'),
  ...kafkaConfig,
  ...pruningConfig,
  ...internalTokenConfig,
  CONTACT_IDENTITY_KEYS: keyRing().describe(
    '`kid:base64secret`: makes stream ids of email addresses. It must never change: the same address would get a second contact',
  ),
});

export type ContactsConfig = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): ContactsConfig {
  return loadConfig(configSchema, environment);
}

/** Injection token of the configuration. */
export const CONFIG = Symbol('ContactsConfig');
