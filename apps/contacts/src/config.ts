import {
  databaseConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  keyRing,
  loadConfig,
  type Environment,
} from '@ci/platform';
import { z } from 'zod';

export const configSchema = z.object({
  ...httpConfig,
  ...databaseConfig,
  ...kafkaConfig,
  ...internalTokenConfig,
  CONTACT_IDENTITY_KEYS: keyRing().describe(
    '`kid:base64secret`: makes stream ids of e-mail addresses. It must never change: the same address would get a second contact',
  ),
});

export type ContactsConfig = z.infer<typeof configSchema> & { readonly DATABASE_SCHEMA: string };

export function readConfig(env?: Environment): ContactsConfig {
  const config = loadConfig(configSchema, env);
  return { ...config, DATABASE_SCHEMA: config.DATABASE_SCHEMA ?? 'contacts' };
}

/** Injection token of the configuration. */
export const CONFIG = Symbol('ContactsConfig');
