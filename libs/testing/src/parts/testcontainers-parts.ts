import type { StartedTestContainer } from 'testcontainers';
import { freePort } from './free-port.ts';

// Nothing in this file has a test of its own: starting the containers has not been tried yet, it is typed against the API.

// Loaded when it is needed: it is large, and every integration test imports this library.
const loadTestcontainers = () => import('testcontainers');

export interface ContainerPostgres {
  /** Of the superuser, database `postgres`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface ContainerKafka {
  /** host:port */
  readonly brokers: string;
  readonly stop: () => Promise<void>;
}

/** Whether a Docker engine can be reached, by the same rules that Testcontainers uses to find it. */
export async function dockerAnswers(): Promise<boolean> {
  try {
    const { getContainerRuntimeClient } = await loadTestcontainers();
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}

/** Postgres 18 in a container; TEST_POSTGRES_IMAGE names another image. */
export async function startPostgresContainer(
  settings: Readonly<Record<string, string>> = {},
): Promise<ContainerPostgres> {
  const { GenericContainer, Wait } = await loadTestcontainers();
  const flags = Object.entries({ max_connections: '200', ...settings }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const container = await new GenericContainer(process.env['TEST_POSTGRES_IMAGE'] ?? 'postgres:18')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withExposedPorts(5432)
    .withCommand(['postgres', ...flags])
    // The first "ready" belongs to the server that only runs the image's initialisation.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return { url: `postgres://postgres:postgres@${address}/postgres`, stop: () => stopContainer(container) };
}

/**
 * Apache Kafka 4.1 in a container; TEST_KAFKA_IMAGE names another image with the same environment. A broker tells its
 * clients where it is, so the port on the host is chosen before the container starts.
 */
export async function startKafkaContainer(): Promise<ContainerKafka> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await loadTestcontainers();
  const { info } = await getContainerRuntimeClient();
  const { host } = info.containerRuntime;
  const port = await freePort();
  const container = await new GenericContainer(process.env['TEST_KAFKA_IMAGE'] ?? 'apache/kafka:4.1.2')
    .withEnvironment(kafkaEnvironment(`${host}:${port}`))
    .withExposedPorts({ container: 9092, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return { brokers: `${host}:${port}`, stop: () => stopContainer(container) };
}

// The same limits as docker/kafka/server.properties, where each is explained.
function kafkaEnvironment(advertised: string): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${advertised}`,
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_MESSAGE_MAX_BYTES: '16777216',
    KAFKA_REPLICA_FETCH_MAX_BYTES: '16777216',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_HEAP_OPTS: '-Xms128m -Xmx512m',
  };
}

async function stopContainer(container: StartedTestContainer): Promise<void> {
  await container.stop({ remove: true, removeVolumes: true });
}
