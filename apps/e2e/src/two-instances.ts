import { startRoundRobin, until, type RoundRobin } from '@ci/testing';
import {
  innerServices,
  membersAtWork,
  serviceNames,
  type OtherInstance,
  type ProcessExit,
  type ServiceName,
} from '@ci/testing/system';
import { ApiClient } from './api-client.ts';
import { startRunningSystem, type RunningSystem } from './running-system.ts';

/** Two instances of each service, and what a platform would put before them. */
export interface TwoOfEverything {
  readonly running: RunningSystem;
  /** Beside the ones of the running system. */
  readonly others: Readonly<Record<ServiceName, OtherInstance>>;
  /** The same key, at the one gateway and at the other. */
  clients(workspace: string): Promise<readonly [ApiClient, ApiClient]>;
  /** A key for both gateways by turns. */
  client(workspace: string): Promise<ApiClient>;
  /**
   * Replaces an instance as a platform does: asks it to end, routes no request to it once it says that it is not ready, and starts another in
   * its place. Answers how it has ended, when the new one does its part.
   */
  replace(service: ServiceName, which: 'one' | 'other'): Promise<ProcessExit | undefined>;
  stop(): Promise<void>;
}

/** Returns when all are ready and the consumers of each service share its partitions. `settings` are variables of every service. */
export async function startTwoOfEverything(settings: Readonly<Record<string, string>> = {}): Promise<TwoOfEverything> {
  const fronts = await startFronts();
  const addresses = innerServices.map((service) => [`${service.toUpperCase()}_URL`, fronts[service].url]);
  const overrides = byService((service) => ({
    ...settings,
    ...(service === 'gateway' ? Object.fromEntries(addresses) : {}),
  }));
  const running = await startRunningSystem({ overrides });
  const { system, brokers } = running;
  const stop = async (): Promise<void> => {
    await running.stop();
    await Promise.all(Object.values(fronts).map((front) => front.close()));
  };
  try {
    const started = await Promise.all(serviceNames.map((name) => system.startAnother(name)));
    const others = byService((_, index) => started[index] as OtherInstance);
    const shareWork = async (service: ServiceName): Promise<void> => {
      fronts[service].leadTo(system.ports[service], others[service].port);
      if (service === 'gateway') return;
      await until(async () => (await membersAtWork(brokers, service)) === 2, {
        timeoutMs: 60_000,
        describe: `two instances of ${service} share its partitions`,
      });
    };
    for (const service of serviceNames) await shareWork(service);
    const at = (baseUrl: string, { key, keyId, workspaceId }: ApiClient): ApiClient =>
      new ApiClient(baseUrl, key, keyId, workspaceId);
    return {
      running,
      others,
      async clients(workspace) {
        const client = await running.client(workspace);
        return [client, at(`http://127.0.0.1:${others.gateway.port}/v1`, client)];
      },
      client: async (workspace) => at(`${fronts.gateway.url}/v1`, await running.client(workspace)),
      async replace(service, which) {
        const isReady = () => (which === 'one' ? system.isReady(service) : others[service].isReady());
        const ended = which === 'one' ? system.stopService(service) : others[service].stop();
        await until(async () => !(await isReady().catch(() => false)), {
          timeoutMs: 10_000,
          intervalMs: 10,
          describe: `${service} says that it is not ready`,
        });
        fronts[service].leadTo(which === 'one' ? others[service].port : system.ports[service]);
        const exit = await ended;
        if (which === 'one') {
          system.startService(service);
          await system.ready([service]);
        } else {
          others[service] = await system.startAnother(service);
        }
        await shareWork(service);
        return exit;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startFronts(): Promise<Record<ServiceName, RoundRobin>> {
  const started = await Promise.all(serviceNames.map(() => startRoundRobin()));
  return byService((_, index) => started[index] as RoundRobin);
}

function byService<Value>(valueOf: (service: ServiceName, index: number) => Value): Record<ServiceName, Value> {
  return Object.fromEntries(serviceNames.map((service, index) => [service, valueOf(service, index)])) as Record<
    ServiceName,
    Value
  >;
}
