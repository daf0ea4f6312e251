import type { Logger } from '@ci/observability';
import { isCertificateProblem } from '@ci/errors';
import kafkajs, { type LogEntry, type RetryOptions } from 'kafkajs';
import type { KafkaSettings } from './kafka-settings.ts';
import { UnstalledKafka } from './unstalled-kafka.ts';

/** The committed offset is no longer, or not yet, in the log: messages were lost to this consumer, or the log was replaced. */
export class OffsetOutOfRange extends Error {
  override readonly name = 'OffsetOutOfRange';
  /** kafkajs reads this: the consumer stops instead of trying again. */
  readonly retriable = false;

  constructor(topic: string, partition: number) {
    super(
      `offset out of range on ${topic}[${partition}]: run "republish" for this service, then set the group's offsets`,
    );
  }
}

/** Longer than a session of a consumer group, so that its members are waited for, and than the broker may take to acknowledge a send. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The one place where a kafkajs client is made. Its log goes to ours. `retry`: how long it tries to connect; by default some ten seconds. */
export function createKafka(
  settings: KafkaSettings,
  logger: Logger,
  onLog: (entry: LogEntry) => void = ignore,
  retry: RetryOptions = {},
): UnstalledKafka {
  return new UnstalledKafka({
    clientId: settings.clientId ?? 'call-intelligence',
    brokers: [...settings.brokers],
    ...(settings.security?.tls === undefined ? {} : { ssl: { ...settings.security.tls } }),
    ...(settings.security?.sasl === undefined ? {} : { sasl: settings.security.sasl }),
    logLevel: kafkajs.logLevel.WARN,
    connectionTimeout: 3_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry,
    logCreator: () => (given) => {
      // Not always a text, whatever its types say: some errors are logged as they are.
      const { message: said }: { readonly message: unknown } = given.log;
      const entry: LogEntry = { ...given, log: { ...given.log, message: String(said) } };
      onLog(entry);
      const { message, timestamp: _timestamp, logger: _logger, stack: _stack, ...details } = entry.log;
      // Its warnings and errors are its own retries, a dozen a second in an outage; what matters is logged where it arrives.
      logger.debug({ kafkajs: { ...details, namespace: entry.namespace } }, message);
    },
  });
}

/**
 * kafkajs answers an offset out of range by committing the earliest offset, and has no setting against it. It logs that it will, before
 * it does, in the same call: an error thrown there stops the reset, reaches the consumer's crash handling and, not being retriable, ends
 * it. Held by a test against a real broker, because it rests on the text of kafkajs 2.2.4 (consumer/consumerGroup.js).
 */
export function refuseOffsetReset(entry: LogEntry): void {
  if (!entry.log.message.startsWith('Offset out of range, resetting')) return;
  const { topic, partition } = entry.log as { topic?: unknown; partition?: unknown };
  throw new OffsetOutOfRange(String(topic), Number(partition));
}

/** What an operator has to mend before Kafka lets this process in; undefined where it may be temporary. */
export function refusalOf(error: Error): string | undefined {
  const { name, message } = error;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  if (name === 'KafkaJSSASLAuthenticationError' || type === 'SASL_AUTHENTICATION_FAILED')
    return 'Kafka, which refuses the credentials: see KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
  if (name === 'NoAccessToken') return `an access token: ${message}`;
  if (typeof type === 'string' && type.endsWith('_AUTHORIZATION_FAILED'))
    return `the right to use Kafka (${type}): docs/deployment.md lists what each service needs`;
  const cause = typeof code === 'string' ? code : message;
  if (isCertificateProblem(cause) || CERTIFICATE_TEXT.test(message))
    return `Kafka, whose certificate or ours is not accepted (${cause}): see KAFKA_SSL_CA, KAFKA_SSL_CERT and KAFKA_SSL_KEY`;
  return undefined;
}

/** For what kafkajs wraps and gives no code. */
const CERTIFICATE_TEXT = /certificate|alert (?:bad|unknown|handshake)|unable to verify|does not match/i;

function ignore(): void {}
