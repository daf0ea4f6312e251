import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  dockerAnswers,
  MissingPrerequisite,
  startEmbeddedKafka,
  startEmbeddedPostgres,
  startKafkaContainer,
} from '@ci/testing';
import { ownKafkaVariables } from './own-kafka.ts';
import { paths } from './paths.ts';

/** Postgres and Kafka, wherever they come from. */
export interface Infrastructure {
  readonly adminDatabaseUrl: string;
  readonly database: string;
  readonly createDatabase: boolean;
  readonly brokers: string;
  /** The KAFKA_… variables of the user's own Kafka. */
  readonly kafkaVariables?: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Connection strings from the environment win; what they do not name is started here, with its data below `.data/`. */
export async function startInfrastructure(say: (text: string) => void): Promise<Infrastructure> {
  const [postgres, kafka] = await allOrNothing([startPostgres(say), startKafka(say)]);
  return {
    ...postgres,
    ...kafka,
    async stop() {
      await kafka.stop();
      await postgres.stop();
    },
  };
}

interface Stoppable {
  stop(): Promise<void>;
}

type PostgresInfrastructure = Pick<Infrastructure, 'adminDatabaseUrl' | 'database' | 'createDatabase'> & Stoppable;
type KafkaInfrastructure = Pick<Infrastructure, 'brokers' | 'kafkaVariables'> & Stoppable;

const nothingToStop = { stop: () => Promise.resolve() };

async function startPostgres(say: (text: string) => void): Promise<PostgresInfrastructure> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') {
    const { host, pathname } = new URL(given);
    say(`  Postgres: ${host}, from DATABASE_URL`);
    const database = pathname.slice(1) || 'postgres';
    return { adminDatabaseUrl: given, database, createDatabase: false, ...nothingToStop };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: paths.postgres,
    port: 5442,
    log: infrastructureLog('postgres'),
    settings: { max_connections: '200' },
  });
  say(`  Postgres 18 on port ${postgres.port}${postgres.port === 5442 ? '' : ' (5442 is busy)'}`);
  return { adminDatabaseUrl: postgres.url, database: 'call_intelligence', createDatabase: true, stop: postgres.stop };
}

async function startKafka(say: (text: string) => void): Promise<KafkaInfrastructure> {
  const own = ownKafkaVariables(process.env);
  if (own !== undefined) {
    say(`  Kafka: ${own['KAFKA_BROKERS'] ?? 'your own'}, from ${Object.keys(own).join(', ')}`);
    return { brokers: own['KAFKA_BROKERS'] ?? '', kafkaVariables: own, ...nothingToStop };
  }
  try {
    const kafka = await startEmbeddedKafka({ dataDir: paths.kafka, port: 9092, log: infrastructureLog('kafka') });
    say(`  Kafka 4.1 on ${kafka.brokers}${kafka.brokers.endsWith(':9092') ? '' : ' (9092 is busy)'}`);
    return kafka;
  } catch (error) {
    if (!(error instanceof MissingPrerequisite) || !(await dockerAnswers())) throw error;
    // What is on the topics ends with the container. Nothing is lost by it: the event stores are the source.
    say(`  ${error.message}\n  A Docker engine answers: Kafka runs in a container for now`);
    return startKafkaContainer();
  }
}

function infrastructureLog(name: string): (line: string) => void {
  const path = join(dirname(paths.infrastructureLog), `${name}.log`);
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path, { flags: 'a' });
  return (line) => void file.write(`${line}\n`);
}

/** Waits for both, so that the one that came up is stopped when the other failed. */
async function allOrNothing<A extends Stoppable, B extends Stoppable>(
  starts: [Promise<A>, Promise<B>],
): Promise<[A, B]> {
  const results = await Promise.allSettled(starts);
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return Promise.all(starts);
  for (const result of results) if (result.status === 'fulfilled') await result.value.stop();
  throw failure.reason;
}
