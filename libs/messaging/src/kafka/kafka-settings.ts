import type { KafkaConfig } from '@ci/config';
import type { SASLOptions } from 'kafkajs';
import { accessTokens } from './access-tokens.ts';

/** How to reach Kafka. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  readonly clientId?: string;
  /** Put before every topic name on the wire, so that several copies of the system can share a cluster. */
  readonly topicPrefix?: string;
  /** Absent: the listener is neither encrypted nor asks who comes. */
  readonly security?: KafkaSecurity;
}

export interface KafkaSecurity {
  /** `ca`, `cert` and `key` are PEM texts. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: SASLOptions;
}

/** What the variables of `kafkaConfig` say, for every service and tool alike. */
export function kafkaSettings(config: KafkaConfig, clientId: string): KafkaSettings {
  const tls = config.KAFKA_SECURITY_PROTOCOL.endsWith('SSL');
  const sasl = config.KAFKA_SECURITY_PROTOCOL.startsWith('SASL');
  return {
    brokers: config.KAFKA_BROKERS,
    clientId: config.KAFKA_CLIENT_ID ?? clientId,
    ...(tls || sasl
      ? { security: { ...(tls ? { tls: tlsOf(config) } : {}), ...(sasl ? { sasl: saslOf(config) } : {}) } }
      : {}),
  };
}

function tlsOf({ KAFKA_SSL_CA: ca, KAFKA_SSL_CERT: cert, KAFKA_SSL_KEY: key }: KafkaConfig) {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}

/** That none of them is missing, `loadConfig` has made sure of. */
function saslOf(config: KafkaConfig): SASLOptions {
  const { KAFKA_SASL_USERNAME: username = '', KAFKA_SASL_PASSWORD: password = '' } = config;
  switch (config.KAFKA_SASL_MECHANISM) {
    case 'OAUTHBEARER': {
      const { KAFKA_SASL_TOKEN_URL: url = '', KAFKA_SASL_TOKEN_SCOPE: scope } = config;
      return {
        mechanism: 'oauthbearer',
        oauthBearerProvider: accessTokens({ url, scope, id: username, secret: password }),
      };
    }
    case 'SCRAM-SHA-256':
      return { mechanism: 'scram-sha-256', username, password };
    case 'SCRAM-SHA-512':
      return { mechanism: 'scram-sha-512', username, password };
    case 'PLAIN':
    case undefined:
      return { mechanism: 'plain', username, password };
  }
}

/** The name on the wire. */
export function wireTopic(settings: KafkaSettings, topic: string): string {
  return `${settings.topicPrefix ?? ''}${topic}`;
}

/** The name that the rest of the system knows. */
export function logicalTopic(settings: KafkaSettings, wireName: string): string {
  return wireName.slice((settings.topicPrefix ?? '').length);
}
