import { resolve } from 'node:path';

/**
 * What of the start command's environment says how the user's own Kafka is reached; undefined where it names none. Files by their full
 * path: services run in separate folders.
 */
export function ownKafkaVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> | undefined {
  const given = Object.entries(environment).filter(
    (entry): entry is [string, string] => /^KAFKA_[A-Z_]+$/.test(entry[0]) && (entry[1] ?? '') !== '',
  );
  const variables = Object.fromEntries(
    given.map(([name, value]) => [name, name.endsWith('_FILE') ? resolve(value) : value]),
  );
  return 'KAFKA_BROKERS' in variables || 'KAFKA_BROKERS_FILE' in variables ? variables : undefined;
}
