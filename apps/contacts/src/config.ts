import { keyRing, loadConfig, type Environment } from '@ci/config';
import { serviceConfig } from '@ci/service';
import { z } from 'zod';

export const SERVICE = 'contacts';

export const configSchema = z.object({
  ...serviceConfig(SERVICE),
  CONTACT_IDENTITY_KEYS: keyRing().describe(
    '`kid:base64secret`: makes stream ids of email addresses. It must never change: the same address would get a second contact',
  ),
});

export type ContactsConfig = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): ContactsConfig {
  return loadConfig(configSchema, environment);
}
