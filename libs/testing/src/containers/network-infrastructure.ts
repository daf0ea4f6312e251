import type { StartedNetwork } from 'testcontainers';
import { loadTestcontainers } from '../infrastructure/container.ts';
import { startKafkaContainer, startPostgresContainer } from '../infrastructure/testcontainers-infrastructure.ts';

/** A network with a Postgres, and a Kafka where one is needed: containers reach them by name, the test by ports of this machine. */
export interface NetworkInfrastructure {
  readonly network: StartedNetwork;
  /** Of a superuser, from here. */
  readonly databaseUrl: string;
  /** From here; undefined: there is none. */
  readonly brokers: string | undefined;
  readonly stop: () => Promise<void>;
}

/** How containers on the network reach them. */
export const inside = {
  database: (user: string, password: string) => `postgres://${user}:${password}@postgres:5432/postgres`,
  brokers: 'kafka:9094',
};

export async function startNetworkInfrastructure({
  kafka,
}: {
  readonly kafka: boolean;
}): Promise<NetworkInfrastructure> {
  const { Network } = await loadTestcontainers();
  const network = await new Network().start();
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await network.stop();
  };
  const kept = async <Server extends { stop(): Promise<void> }>(server: Promise<Server>): Promise<Server> => {
    started.push(await server);
    return server;
  };
  const [postgres, broker] = await Promise.allSettled([
    kept(startPostgresContainer({}, { network, alias: 'postgres' })),
    kafka ? kept(startKafkaContainer({ network, alias: 'kafka' })) : undefined,
  ]);
  for (const one of [postgres, broker]) {
    if (one.status === 'fulfilled') continue;
    await stop();
    throw one.reason;
  }
  if (postgres.status !== 'fulfilled' || broker.status !== 'fulfilled')
    throw new Error('Postgres and Kafka did not start');
  return { network, databaseUrl: postgres.value.url, brokers: broker.value?.brokers, stop };
}
