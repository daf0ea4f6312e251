import type { ServiceDatabase } from './provision-database.ts';
import type { SystemSecrets } from './secrets.ts';
import { innerServices, type InnerService, type ServiceName } from './services.ts';

export interface EnvironmentOptions {
  readonly databases: Readonly<Record<ServiceName, ServiceDatabase>>;
  readonly brokers: string;
  /** The other KAFKA_… variables, where the broker asks for more than its address. */
  readonly kafkaVariables?: Readonly<Record<string, string>>;
  readonly ports: Readonly<Record<ServiceName, number>>;
  readonly secrets: SystemSecrets;
  readonly rateLimits: 'on' | 'off';
  readonly logLevel: string;
  /** PEM file of the certificate authority that the webhooks service trusts besides the system's. */
  readonly webhookCaFile: string;
  /** Addresses that webhooks may be sent to although they are private. */
  readonly webhookAllowedAddresses: string;
}

/** What each service, its migrations and its operators' commands are configured with: environment variables by service. Holds secrets. */
export function serviceEnvironments(options: EnvironmentOptions): Record<ServiceName, Record<string, string>> {
  const { secrets, ports } = options;
  const common = (service: ServiceName) => ({
    HOST: '127.0.0.1',
    PORT: String(ports[service]),
    LOG_LEVEL: options.logLevel,
    DATABASE_URL: options.databases[service].requestUrl,
    WORKER_DATABASE_URL: options.databases[service].workerUrl,
    MIGRATION_DATABASE_URL: options.databases[service].ownerUrl,
    DATABASE_SCHEMA: service,
    CURSOR_KEYS: secrets.cursorKeys[service],
    ENCRYPTION_KEYS: secrets.encryptionKeys[service],
  });
  const inner = (service: InnerService) => ({
    ...common(service),
    ...kafkaEnvironment(options),
    INTERNAL_TOKEN_KEYS: secrets.internalTokenKeys[service],
    OPERATOR_TOKEN_KEYS: secrets.operatorTokenKeys[service],
  });
  return {
    gateway: { ...common('gateway'), RATE_LIMITS: options.rateLimits, ...innerAddresses(ports, secrets) },
    ingestion: inner('ingestion'),
    summarization: inner('summarization'),
    contacts: { ...inner('contacts'), CONTACT_IDENTITY_KEYS: secrets.contactIdentityKeys },
    webhooks: {
      ...inner('webhooks'),
      WEBHOOK_CA_FILE: options.webhookCaFile,
      WEBHOOK_ALLOWED_ADDRESSES: options.webhookAllowedAddresses,
    },
  };
}

/** How Kafka is reached: for services and for the declaration of the topics alike. */
export function kafkaEnvironment({
  brokers,
  kafkaVariables,
}: Pick<EnvironmentOptions, 'brokers' | 'kafkaVariables'>): Record<string, string> {
  return { KAFKA_BROKERS: brokers, ...kafkaVariables };
}

/** A line of an environment file as Node reads it, which takes `#` for a comment and knows no escapes. */
export function environmentLine([name, value]: readonly [string, string]): string {
  if (/^[^\s#'"`]*$/.test(value)) return `${name}=${value}`;
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Error(`${name}: no environment file can hold a value with ', " and \``);
  return `${name}=${quote}${value}${quote}`;
}

/** What of it the service itself is started with: not what its schema belongs to. */
export function runningEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'MIGRATION_DATABASE_URL'));
}

function innerAddresses(ports: EnvironmentOptions['ports'], secrets: SystemSecrets): Record<string, string> {
  return Object.fromEntries(
    innerServices.flatMap((service) => [
      [`${service.toUpperCase()}_URL`, `http://127.0.0.1:${ports[service]}`],
      [`INTERNAL_TOKEN_KEYS_${service.toUpperCase()}`, secrets.internalTokenKeys[service]],
    ]),
  );
}
