import { startRoundRobin, until, type RoundRobin } from '@ci/testing';
import { innerServices, membersAtWork, serviceNames, type OtherInstance, type ServiceName } from '@ci/testing/system';
import { ApiClient } from './api-client.ts';
import { startRunningSystem, type RunningSystem } from './running-system.ts';

/** Two gateways, and two of each service behind what a platform would put before them. */
export interface TwoOfEverything {
  readonly running: RunningSystem;
  readonly others: Readonly<Record<ServiceName, OtherInstance>>;
  /** The same key, at the one gateway and at the other. */
  clients(workspace: string): Promise<readonly [ApiClient, ApiClient]>;
  stop(): Promise<void>;
}

/** Returns when all are ready and the consumers of each service share its partitions. */
export async function startTwoOfEverything(): Promise<TwoOfEverything> {
  const fronts: RoundRobin[] = await Promise.all(innerServices.map(() => startRoundRobin()));
  const addresses = innerServices.map((service, index) => [`${service.toUpperCase()}_URL`, fronts[index]?.url ?? '']);
  const running = await startRunningSystem({ overrides: { gateway: Object.fromEntries(addresses) } });
  const { system, brokers } = running;
  const stop = async (): Promise<void> => {
    await running.stop();
    await Promise.all(fronts.map((front) => front.close()));
  };
  try {
    const started = await Promise.all(
      serviceNames.map(async (name) => [name, await system.startAnother(name)] as const),
    );
    const others = Object.fromEntries(started) as Record<ServiceName, OtherInstance>;
    for (const [index, service] of innerServices.entries()) {
      fronts[index]?.leadTo(system.ports[service], others[service].port);
      await until(async () => (await membersAtWork(brokers, service)) === 2, {
        timeoutMs: 60_000,
        describe: `two instances of ${service} share its partitions`,
      });
    }
    const other = (client: ApiClient): ApiClient =>
      new ApiClient(`http://127.0.0.1:${others.gateway.port}/v1`, client.key, client.keyId, client.workspaceId);
    const clients = async (workspace: string): Promise<readonly [ApiClient, ApiClient]> => {
      const client = await running.client(workspace);
      return [client, other(client)];
    };
    return { running, others, clients, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
