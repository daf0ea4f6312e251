import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// Four folders up from src/infrastructure and from dist/infrastructure alike.
const template = join(import.meta.dirname, '..', '..', '..', '..', 'docker', 'kafka', 'server.properties');

/**
 * What docker/kafka/server.properties says, as environment variables of the apache/kafka image, with listeners that are
 * reached from outside the container: `message.max.bytes` becomes KAFKA_MESSAGE_MAX_BYTES. With `alias` other containers reach
 * it, too: by that name, at port 9094.
 */
export async function kafkaEnvironment(advertised: string, alias?: string): Promise<Record<string, string>> {
  const properties = propertiesIn(await readFile(template, 'utf8'));
  properties.delete('log.dirs'); // where the image keeps them
  properties
    .set('listeners', 'PLAINTEXT://:9092,CONTROLLER://:9093')
    .set('advertised.listeners', `PLAINTEXT://${advertised}`)
    .set('controller.quorum.voters', '1@localhost:9093');
  if (alias !== undefined) {
    properties
      .set('listeners', 'PLAINTEXT://:9092,INSIDE://:9094,CONTROLLER://:9093')
      .set('advertised.listeners', `PLAINTEXT://${advertised},INSIDE://${alias}:9094`)
      .set('listener.security.protocol.map', 'PLAINTEXT:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT');
  }
  const variables: Record<string, string> = { KAFKA_HEAP_OPTS: '-Xms128m -Xmx512m' };
  for (const [name, value] of properties) variables[`KAFKA_${name.replaceAll('.', '_').toUpperCase()}`] = value;
  return variables;
}

function propertiesIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const equals = line.indexOf('=');
      return [line.slice(0, equals), line.slice(equals + 1)];
    }),
  );
}
