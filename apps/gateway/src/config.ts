import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  commaList,
  databaseConfig,
  httpConfig,
  keyRing,
  loadConfig,
  wholeNumber,
  workerDatabaseConfig,
  type Environment,
  type KeyRing,
} from '@ci/config';
import { publicServiceConfig } from '@ci/service';
import { z } from 'zod';
import { serviceNames, type ServiceName } from './service-names.ts';

export const SERVICE = 'gateway';

const address = (service: ServiceName) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .describe(`Address of ${service}`);
const tokenKeys = (service: ServiceName) =>
  keyRing().describe(`\`kid:base64secret,…\` of the internal token for ${service}; the first signs`);

export const configSchema = z.object({
  ...publicServiceConfig(SERVICE),
  WORKER_DATABASE_POOL_SIZE: wholeNumber(1, 200)
    .default(3)
    .describe('Connections of one instance for what people change in the console'),
  KEY_LOOKUP_POOL_SIZE: wholeNumber(1, 200)
    .default(2)
    .describe('Connections of one instance for keys that it has not met yet: wrong ones take none from the others'),
  INGESTION_URL: address('ingestion'),
  SUMMARIZATION_URL: address('summarization'),
  CONTACTS_URL: address('contacts'),
  WEBHOOKS_URL: address('webhooks'),
  INTERNAL_TOKEN_KEYS_INGESTION: tokenKeys('ingestion'),
  INTERNAL_TOKEN_KEYS_SUMMARIZATION: tokenKeys('summarization'),
  INTERNAL_TOKEN_KEYS_CONTACTS: tokenKeys('contacts'),
  INTERNAL_TOKEN_KEYS_WEBHOOKS: tokenKeys('webhooks'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` counts nothing and refuses nothing'),
  REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600).describe('Requests of one key, over all instances'),
  RECORDED_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(60)
    .describe('Calls that one key may record, or have analyzed again'),
  FAILED_KEYS_PER_MINUTE: wholeNumber(1, 1_000_000).default(30).describe('Requests of one address without a valid key'),
  SIGN_INS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(10)
    .describe('Passwords that may be tried for one email address, and from one address'),
  CONSOLE_DIR: z
    .string()
    .optional()
    .describe('Folder with the built console; `apps/console/dist/web` of this repository if absent'),
  DOCS_DIR: z
    .string()
    .optional()
    .describe('Folder with the built documentation; `tools/docs/dist/web` of this repository if absent'),
  TRUSTED_PROXIES: commaList()
    .transform((proxies) => (proxies.join() === 'none' ? undefined : proxies))
    .optional()
    .describe('Addresses or networks of proxies whose `X-Forwarded-For` is believed, separated by commas; or `none`'),
});

/** For the command line, which needs the database alone, and more of it than the service. */
export const operatorConfigSchema = z.object({
  DATABASE_SCHEMA: databaseConfig.DATABASE_SCHEMA.default(SERVICE),
  WORKER_DATABASE_URL: workerDatabaseConfig.WORKER_DATABASE_URL,
  PORT: httpConfig.PORT.optional(),
  CONSOLE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
});

/** Where people reach the console, as links name it. */
export function consoleOrigin({ CONSOLE_URL, PORT }: OperatorConfig): string {
  return CONSOLE_URL ?? `http://localhost:${PORT ?? 8080}`;
}

/** Where the built console is: beside this service, unless it is said. */
export function consoleFolder({ CONSOLE_DIR }: GatewayConfig): string {
  return resolve(CONSOLE_DIR ?? fileURLToPath(new URL('../../console/dist/web', import.meta.url)));
}

/** Where the built documentation is, unless it is said: in this repository. */
export function docsFolder({ DOCS_DIR }: GatewayConfig): string {
  return resolve(DOCS_DIR ?? fileURLToPath(new URL('../../../tools/docs/dist/web', import.meta.url)));
}

export type GatewayConfig = Readonly<z.output<typeof configSchema>>;
export type OperatorConfig = Readonly<z.output<typeof operatorConfigSchema>>;

/** Where a service answers, and the keys of the tokens it believes. */
export interface ServiceAddress {
  readonly origin: string;
  readonly tokenKeys: KeyRing;
}

export function readConfig(env?: Environment): GatewayConfig {
  return loadConfig(configSchema, env);
}

export function readOperatorConfig(env?: Environment): OperatorConfig {
  return loadConfig(operatorConfigSchema, env);
}

/** The services behind the gateway. */
export function serviceAddresses(config: GatewayConfig): Readonly<Record<ServiceName, ServiceAddress>> {
  const entries = serviceNames.map((service) => {
    const name = service.toUpperCase() as Uppercase<ServiceName>;
    return [service, { origin: config[`${name}_URL`], tokenKeys: config[`INTERNAL_TOKEN_KEYS_${name}`] }] as const;
  });
  return Object.fromEntries(entries) as Record<ServiceName, ServiceAddress>;
}
