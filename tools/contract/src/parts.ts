import { freePort } from '@ci/testing';
import { GenericContainer, Network, Wait, type StartedNetwork, type StartedTestContainer } from 'testcontainers';

/** A network with a Postgres and a Kafka, which containers reach by name and the test by ports of this machine. */
export interface Parts {
  readonly network: StartedNetwork;
  /** Of a superuser, from here. */
  readonly databaseUrl: string;
  /** From here. */
  readonly brokers: string;
  readonly stop: () => Promise<void>;
}

const PASSWORD = 'only-for-this-test';

/** What containers on the network are told. */
export const inside = {
  database: (user: string, password: string) => `postgres://${user}:${password}@postgres:5432/postgres`,
  administrator: `postgres://postgres:${PASSWORD}@postgres:5432/postgres`,
  brokers: 'kafka:9092',
};

export async function startParts(): Promise<Parts> {
  const network = await new Network().start();
  const [postgres, [kafka, port]] = await Promise.all([startPostgres(network), startKafka(network)]);
  const host = postgres.getHost();
  return {
    network,
    databaseUrl: `postgres://postgres:${PASSWORD}@${host}:${postgres.getMappedPort(5432)}/postgres`,
    brokers: `${kafka.getHost()}:${port}`,
    stop: async () => {
      await Promise.all([postgres, kafka].map((container) => container.stop({ remove: true, removeVolumes: true })));
      await network.stop();
    },
  };
}

function startPostgres(network: StartedNetwork): Promise<StartedTestContainer> {
  return (
    new GenericContainer(process.env['TEST_POSTGRES_IMAGE'] ?? 'postgres:18')
      .withNetwork(network)
      .withNetworkAliases('postgres')
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
      .withExposedPorts(5432)
      // The first one belongs to the server that only runs the image's initialisation.
      .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
      .start()
  );
}

/** A broker tells its clients where it is: one address for containers, one for the test, whose port is chosen before. */
async function startKafka(network: StartedNetwork): Promise<[StartedTestContainer, number]> {
  const port = await freePort();
  const container = await new GenericContainer(process.env['TEST_KAFKA_IMAGE'] ?? 'apache/kafka:4.1.2')
    .withNetwork(network)
    .withNetworkAliases('kafka')
    .withEnvironment({
      KAFKA_HEAP_OPTS: '-Xms128m -Xmx512m',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_NODE_ID: '1',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENERS: 'INSIDE://:9092,OUTSIDE://:9094,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `INSIDE://kafka:9092,OUTSIDE://127.0.0.1:${port}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'INSIDE:PLAINTEXT,OUTSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_MESSAGE_MAX_BYTES: '16777216',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    })
    .withExposedPorts({ container: 9094, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(120_000)
    .start();
  return [container, port];
}
