import type { GenericContainer, StartedNetwork } from 'testcontainers';
import { startContainer, loadTestcontainers } from './container.ts';
import { freePort } from './free-port.ts';
import { kafkaEnvironment } from './kafka-environment.ts';

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

/** A network of containers, on which a server has a name. */
export interface NetworkPlace {
  readonly network: StartedNetwork;
  readonly alias: string;
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

/** Postgres 18 in a container; TEST_POSTGRES_IMAGE names another image. Other containers reach it at its place, port 5432. */
export async function startPostgresContainer(
  settings: Readonly<Record<string, string>> = {},
  place?: NetworkPlace,
): Promise<ContainerPostgres> {
  const flags = Object.entries({ max_connections: '200', ...settings }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const container = await startContainer({
    server: 'Postgres',
    imageVariable: 'TEST_POSTGRES_IMAGE',
    defaultImage: 'postgres:18',
    describe: (image) =>
      placed(image, place)
        .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
        .withExposedPorts(5432)
        .withCommand(['postgres', ...flags]),
    // The first one belongs to the server that only runs the image's initialisation.
    ready: { line: /database system is ready to accept connections/, times: 2 },
  });
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return { url: `postgres://postgres:postgres@${address}/postgres`, stop: () => container.remove() };
}

/**
 * Apache Kafka 4.1 in a container; TEST_KAFKA_IMAGE names another image with the same environment. A broker reports
 * its address to its clients, so the port on the host is chosen before the container starts. Other containers reach it at its place,
 * port 9094.
 */
export async function startKafkaContainer(place?: NetworkPlace): Promise<ContainerKafka> {
  const { getContainerRuntimeClient } = await loadTestcontainers();
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const brokers = `${host}:${port}`;
    const environment = await kafkaEnvironment(brokers, place?.alias);
    try {
      const container = await startContainer({
        server: 'Kafka',
        imageVariable: 'TEST_KAFKA_IMAGE',
        defaultImage: 'apache/kafka:4.1.2',
        describe: (image) =>
          placed(image, place).withEnvironment(environment).withExposedPorts({ container: 9092, host: port }),
        ready: { line: /Kafka Server started/, times: 1 },
      });
      return { brokers, stop: () => container.remove() };
    } catch (error) {
      // Another process may have taken the port since it was checked.
      if (attempt === 3 || !/address already in use|port is already allocated/.test(String(error))) throw error;
    }
  }
}

function placed(image: GenericContainer, place: NetworkPlace | undefined): GenericContainer {
  return place === undefined ? image : image.withNetwork(place.network).withNetworkAliases(place.alias);
}
