import { z } from 'zod';
import { parseKeyRing } from './secret-key.ts';

/** Keys written as `kid:base64secret,kid2:base64secret2`; the first one signs, all verify. */
export const keyRing = () =>
  z.string().transform((text, context) => {
    const keys = parseKeyRing(text);
    if (keys !== undefined) return keys;
    context.addIssue({ code: 'custom', message: 'must be kid:base64secret,… with at least 32 bytes each' });
    return z.NEVER;
  });

/** A list written with commas. */
export const commaList = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

/** A whole number of milliseconds, bytes, connections … */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const postgresUrl = () => z.url({ protocol: /^postgres(?:ql)?$/ }).refine(isDecodable);

/** User, password and database are decoded by the driver, which throws at a `%` that begins no octet of UTF-8. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** The variables of a service with its own schema: `z.object({ ...databaseConfig, … })`. */
export const databaseConfig = {
  DATABASE_URL: postgresUrl().describe('Postgres, as the role for requests: row-level security holds it'),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/)
    .optional()
    .describe("The service's schema; its own name if absent"),
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(6).describe('Connections of one instance for requests'),
} as const;

/** The variables of what works across workspaces: relay, consumers, jobs, pruning, operators' commands. */
export const workerDatabaseConfig = {
  WORKER_DATABASE_URL: postgresUrl().describe('Postgres, as the role for work across workspaces'),
  WORKER_DATABASE_POOL_SIZE: wholeNumber(1, 200).default(6).describe('Connections of one instance for that work'),
} as const;

/** The variables of what changes the schema: migrations and rebuilds. No running service needs them. */
export const ownerDatabaseConfig = {
  MIGRATION_DATABASE_URL: postgresUrl().describe('Postgres, as the role that owns the schema'),
} as const;

/** The variables of an installation that makes its own database roles and schemas. Only migrations read them. */
export const adminDatabaseConfig = {
  ADMIN_DATABASE_URL: postgresUrl()
    .optional()
    .describe('Postgres, as an administrator who makes the roles and the schema; without it they stand already'),
} as const;

const pem = () =>
  z
    .string()
    .regex(/^\s*-----BEGIN [A-Z ]+-----/)
    .optional();

/** The variables of a service that sends or receives messages. */
export const kafkaConfig = {
  KAFKA_BROKERS: commaList()
    .pipe(z.array(z.string().regex(/^[^\s:]+:\d+$|^\[[^\]]+\]:\d+$/)).min(1))
    .describe('`host:port`, separated by commas'),
  KAFKA_CLIENT_ID: z
    .string()
    .optional()
    .describe("How the service names itself to the broker; the service's name if absent"),
  KAFKA_SECURITY_PROTOCOL: z
    .enum(['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'])
    .default('PLAINTEXT')
    .describe("As the broker's listener: `PLAINTEXT`, `SSL` (TLS), `SASL_PLAINTEXT` or `SASL_SSL`"),
  KAFKA_SSL_CA: pem().describe('Certificates (PEM) that the broker must be signed by; those of Node if absent'),
  KAFKA_SSL_CERT: pem().describe('Client certificate (PEM), where the listener asks for one'),
  KAFKA_SSL_KEY: pem().describe('Its private key (PEM)'),
  KAFKA_SASL_MECHANISM: z
    .enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'])
    .optional()
    .describe('How a SASL listener is signed in to: `PLAIN`, `SCRAM-SHA-256`, `SCRAM-SHA-512` or `OAUTHBEARER`'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('For `PLAIN` and `SCRAM-…`; the client id for `OAUTHBEARER`'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('Its password; the client secret for `OAUTHBEARER`'),
  KAFKA_SASL_TOKEN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('`OAUTHBEARER`: where a token is had for the client id and secret (OAuth 2.0 client credentials)'),
  KAFKA_SASL_TOKEN_SCOPE: z.string().optional().describe('`OAUTHBEARER`: the scope to ask for, if any'),
} as const;

/** The variables of what declares the topics. */
export const topicsConfig = {
  KAFKA_REPLICATION_FACTOR: wholeNumber(1, 9)
    .optional()
    .describe("Copies of each partition; the broker's default if absent"),
  KAFKA_MIN_INSYNC_REPLICAS: wholeNumber(1, 9)
    .optional()
    .describe("How many copies must have a message before it is acknowledged; the broker's default if absent"),
} as const;

/** What of the variables above does not fit together. */
export function kafkaProblems(config: KafkaConfig): readonly { readonly variable: string; readonly problem: string }[] {
  const { KAFKA_SECURITY_PROTOCOL: protocol, KAFKA_SASL_MECHANISM: mechanism } = config;
  const needed = !protocol.startsWith('SASL')
    ? []
    : [
        'KAFKA_SASL_MECHANISM' as const,
        'KAFKA_SASL_USERNAME' as const,
        'KAFKA_SASL_PASSWORD' as const,
        ...(mechanism === 'OAUTHBEARER' ? ['KAFKA_SASL_TOKEN_URL' as const] : []),
      ];
  const missing = needed.filter((name) => config[name] === undefined);
  const unused = (Object.keys(config) as (keyof KafkaConfig)[]).filter(
    (name) =>
      config[name] !== undefined &&
      ((name.startsWith('KAFKA_SASL_') && !protocol.startsWith('SASL')) ||
        (name.startsWith('KAFKA_SSL_') && !protocol.endsWith('SSL'))),
  );
  const half = (config.KAFKA_SSL_CERT === undefined) !== (config.KAFKA_SSL_KEY === undefined);
  return [
    ...missing.map((variable) => ({ variable, problem: `missing for KAFKA_SECURITY_PROTOCOL=${protocol}` })),
    ...unused.map((variable) => ({ variable, problem: `has no effect with KAFKA_SECURITY_PROTOCOL=${protocol}` })),
    ...(half ? [{ variable: 'KAFKA_SSL_CERT', problem: 'needs KAFKA_SSL_KEY, and the other way round' }] : []),
  ];
}

export type KafkaConfig = Readonly<z.output<z.ZodObject<typeof kafkaConfig>>>;

/** The variables of everything that answers HTTP. */
export const httpConfig = {
  PORT: wholeNumber(0, 65_535).describe('The port to listen on'),
  HOST: z.string().default('127.0.0.1').describe('The address to listen on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('`debug` also logs each request'),
  SHUTDOWN_DRAIN_MS: wholeNumber(0, 600_000)
    .default(0)
    .describe('How long a stopping instance goes on serving, not ready, while balancers turn away from it'),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(10_000)
    .describe('How long it then may take to finish what it has begun'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where traces are collected, by OTLP over HTTP (JSON); without it there are none. OpenTelemetry’s other `OTEL_EXPORTER_OTLP_…` variables hold too',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Which part of the traces that begin here is kept, 0 to 1; what names a trace follows it'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe('Where `GET /metrics` answers in Prometheus’ form, for the platform alone; without it nowhere'),
} as const;

/** The variables of a service that trusts the gateway's internal token and hands out cursors. */
export const internalTokenConfig = {
  INTERNAL_TOKEN_KEYS: keyRing().describe(
    '`kid:base64secret,…` of the internal token for this service; the first signs, all verify',
  ),
  OPERATOR_TOKEN_KEYS: keyRing()
    .optional()
    .describe(
      '`kid:base64secret,…` of operators’ tokens for this service; the first signs, all verify. The gateway must not have them. Without them operators work by the command line alone',
    ),
  CURSOR_KEYS: keyRing().describe('`kid:base64secret,…` of the list cursors; the first signs, all verify'),
} as const;

/** The variables of a service that stores secrets or answers that hold one. */
export const encryptionConfig = {
  ENCRYPTION_KEYS: keyRing().describe('`kid:base64secret,…` for stored secrets; the first encrypts, all decrypt'),
} as const;
