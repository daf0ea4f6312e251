import { join } from 'node:path';
import {
  startEmbeddedKafka,
  startEmbeddedPostgres,
  startRoundRobin,
  startTcpProxy,
  type EmbeddedKafka,
  type EmbeddedPostgres,
  type RoundRobin,
  type TcpProxy,
} from '@ci/testing';
import {
  innerServices,
  serviceNames,
  startTemporarySystem,
  type InnerService,
  type OtherInstance,
  type ServiceName,
  type System,
  type TemporarySystem,
  databaseOf,
} from '@ci/testing/system';
import { instanceNames, instancesOf, type InstanceName } from '../instances.ts';
import { FaultyServer } from './faulty-server.ts';
import type { FaultyInstance } from './faulty-process.ts';

/**
 * A copy of the whole system, on its own ports and in its own folder, with two instances of each service, a round robin before the two of each
 * inner one, and a proxy on each way that can be cut and stalled.
 */
export interface RunningCopy extends TemporarySystem {
  readonly postgres: FaultyServer<EmbeddedPostgres>;
  readonly kafka: FaultyServer<EmbeddedKafka>;
  readonly databaseLinks: Readonly<Record<InstanceName, TcpProxy>>;
  readonly kafkaLink: TcpProxy;
  /** Those that were asked for. */
  readonly instances: Readonly<Partial<Record<InstanceName, FaultyInstance>>>;
  /** Addresses of the public API, one of each gateway. */
  readonly baseUrls: readonly [string, ...string[]];
  /** Of a superuser, past the proxies. */
  readonly databaseUrl: () => string;
  readonly brokers: () => string;
  readonly stop: () => Promise<void>;
}

export interface CopyOptions {
  readonly folder: string;
  /** Of each service. */
  readonly instances: 1 | 2;
  readonly onStep: (text: string) => void;
  readonly onServerLine: (name: string, line: string) => void;
  readonly onLine: (instance: InstanceName, line: string) => void;
  /** An instance ended without being stopped; the caller starts it again. */
  readonly onUnexpectedExit: (instance: InstanceName, reason: string) => void;
}

const database = 'chaos';

/**
 * Starts the copy. Postgres runs as in production, with fsync on: a killed process loses nothing that it has handed to the kernel either
 * way, but with fsync the run does not rely on that.
 */
export async function startCopy(options: CopyOptions): Promise<RunningCopy> {
  const stack: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stack.splice(0).toReversed()) await end();
  };
  try {
    options.onStep('Starting Postgres and Kafka');
    const infrastructure = await startInfrastructure(options, stack);
    const fronts = await startFronts(stack);
    const started = await startSystem(options, infrastructure, fronts);
    const { system } = started;
    const instances: Partial<Record<InstanceName, FaultyInstance>> = {};
    // A paused instance can't be asked to end.
    stack.push(async () => {
      for (const instance of Object.values(instances)) instance.resume();
      await system.stop();
    });
    for (const service of serviceNames) instances[instancesOf(service)[0]] = firstOf(system, service);
    const baseUrls: [string, ...string[]] = [system.baseUrl];
    if (options.instances === 2) options.onStep('Starting the second instance of each service');
    for (const service of options.instances === 2 ? serviceNames : []) {
      const other = await startSecond(options, infrastructure, system, service);
      instances[instancesOf(service)[1]] = { ...other, start: async () => other.start() };
      if (service === 'gateway') baseUrls.push(`http://127.0.0.1:${other.port}/v1`);
      else fronts[service].leadTo(system.ports[service], other.port);
    }
    return {
      ...infrastructure,
      ...started,
      instances,
      baseUrls,
      databaseUrl: () => databaseOf(infrastructure.postgres.server.url, database),
      brokers: () => infrastructure.kafka.server.brokers,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Infrastructure = Pick<RunningCopy, 'postgres' | 'kafka' | 'databaseLinks' | 'kafkaLink'>;

async function startInfrastructure(
  { folder, onServerLine }: CopyOptions,
  stack: (() => Promise<void>)[],
): Promise<Infrastructure> {
  const links = await Promise.all(instanceNames.map(async (name) => [name, await startTcpProxy()] as const));
  const databaseLinks = Object.fromEntries(links) as Record<InstanceName, TcpProxy>;
  const kafkaLink = await startTcpProxy();
  stack.push(async () => {
    await Promise.all([...Object.values(databaseLinks), kafkaLink].map((proxy) => proxy.close()));
  });
  const postgres = new FaultyServer(
    () => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: (line) => onServerLine('postgres', line) }),
    Object.values(databaseLinks),
  );
  const kafka = new FaultyServer(
    () =>
      startEmbeddedKafka({
        dataDir: join(folder, 'kafka'),
        advertisedPort: kafkaLink.port,
        log: (line) => onServerLine('kafka', line),
      }),
    [kafkaLink],
  );
  stack.push(
    () => kafka.stop(),
    () => postgres.stop(),
  );
  await Promise.all([postgres.start(), kafka.start()]);
  return { postgres, kafka, databaseLinks, kafkaLink };
}

type Fronts = Readonly<Record<InnerService, RoundRobin>>;

/** What a platform puts before the instances of a service. */
async function startFronts(stack: (() => Promise<void>)[]): Promise<Fronts> {
  const started = await Promise.all(innerServices.map(async (service) => [service, await startRoundRobin()] as const));
  stack.push(async () => {
    await Promise.all(started.map(([, front]) => front.close()));
  });
  return Object.fromEntries(started) as Record<InnerService, RoundRobin>;
}

async function startSystem(
  options: CopyOptions,
  infrastructure: Infrastructure,
  fronts: Fronts,
): Promise<TemporarySystem> {
  const { folder, onStep, onLine } = options;
  const addresses = serviceNames.map(
    (service) =>
      [service, { host: '127.0.0.1', port: infrastructure.databaseLinks[instancesOf(service)[0]].port }] as const,
  );
  const urls = innerServices.map((service) => [`${service.toUpperCase()}_URL`, fronts[service].url]);
  const started = await startTemporarySystem({
    folder,
    adminDatabaseUrl: infrastructure.postgres.server.url,
    database,
    databaseAddresses: Object.fromEntries(addresses) as Record<ServiceName, { host: string; port: number }>,
    brokers: `127.0.0.1:${infrastructure.kafkaLink.port}`,
    overrides: { gateway: Object.fromEntries(urls) as Record<string, string> },
    onStep,
    onLine: (service, line) => onLine(instancesOf(service)[0], line),
    onUnexpectedExit: (service, reason) => {
      options.onUnexpectedExit(instancesOf(service)[0], reason);
      return false;
    },
  });
  for (const service of innerServices) fronts[service].leadTo(started.system.ports[service]);
  return started;
}

function firstOf(system: System, service: ServiceName): FaultyInstance {
  return {
    isReady: () => system.isReady(service),
    isRunning: () => system.isRunning(service),
    kill: () => system.killService(service),
    stop: () => system.stopService(service),
    start: async () => system.startService(service),
    pause: () => system.pauseService(service),
    resume: () => system.resumeService(service),
  };
}

/** One after the other: all at once, their starts would take both processors from those that run. */
function startSecond(
  { onLine, onUnexpectedExit }: CopyOptions,
  { databaseLinks }: Infrastructure,
  system: System,
  service: ServiceName,
): Promise<OtherInstance> {
  const [, second] = instancesOf(service);
  const through = (variable: string): Record<string, string> => {
    const url = new URL(system.environments[service][variable] ?? '');
    url.port = String(databaseLinks[second].port);
    return { [variable]: url.toString() };
  };
  return system.startAnother(
    service,
    { ...through('DATABASE_URL'), ...through('WORKER_DATABASE_URL') },
    {
      onLine: (line) => onLine(second, line),
      onUnexpectedExit: (reason) => onUnexpectedExit(second, reason),
    },
  );
}
