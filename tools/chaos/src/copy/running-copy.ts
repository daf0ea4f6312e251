import { join } from 'node:path';
import {
  startEmbeddedKafka,
  startEmbeddedPostgres,
  startTcpProxy,
  type EmbeddedKafka,
  type EmbeddedPostgres,
  type TcpProxy,
} from '@ci/testing';
import {
  serviceNames,
  startTemporarySystem,
  type ServiceName,
  type System,
  type TemporarySystem,
} from '@ci/testing/system';
import { FaultyPart } from './faulty-part.ts';

/** A copy of the whole system, on ports and in a folder of its own, with a proxy on each way that can be cut. */
export interface RunningCopy extends TemporarySystem {
  readonly postgres: FaultyPart<EmbeddedPostgres>;
  readonly kafka: FaultyPart<EmbeddedKafka>;
  readonly databaseLinks: Readonly<Record<ServiceName, TcpProxy>>;
  readonly kafkaLink: TcpProxy;
  /** Of a superuser, past the proxies. */
  readonly databaseUrl: () => string;
  readonly brokers: () => string;
  readonly stop: () => Promise<void>;
}

export interface CopyOptions {
  readonly folder: string;
  readonly onStep: (text: string) => void;
  readonly onPart: (name: string, line: string) => void;
  readonly onLine: (service: ServiceName, line: string) => void;
  /** A service ended although nobody asked it to; whoever hears of it starts it again. */
  readonly onUnexpectedExit: (service: ServiceName, reason: string) => void;
}

const database = 'chaos';

/**
 * Starts the copy. Postgres runs as in production, with fsync on: a killed process loses nothing that it has handed to the kernel either
 * way, but then nobody has to believe that.
 */
export async function startCopy(options: CopyOptions): Promise<RunningCopy> {
  const stack: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stack.splice(0).toReversed()) await end();
  };
  try {
    options.onStep('Starting Postgres and Kafka');
    const parts = await startParts(options, stack);
    const started = await startSystem(options, parts);
    stack.push(() => stopSystem(started.system));
    return {
      ...parts,
      ...started,
      databaseUrl: () => withDatabase(parts.postgres.server.url),
      brokers: () => parts.kafka.server.brokers,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Parts = Pick<RunningCopy, 'postgres' | 'kafka' | 'databaseLinks' | 'kafkaLink'>;

async function startParts({ folder, onPart }: CopyOptions, stack: (() => Promise<void>)[]): Promise<Parts> {
  const links = await Promise.all(serviceNames.map(async (service) => [service, await startTcpProxy()] as const));
  const databaseLinks = Object.fromEntries(links) as Record<ServiceName, TcpProxy>;
  const kafkaLink = await startTcpProxy();
  stack.push(async () => {
    await Promise.all([...Object.values(databaseLinks), kafkaLink].map((proxy) => proxy.close()));
  });
  const postgres = new FaultyPart(
    () => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: (line) => onPart('postgres', line) }),
    Object.values(databaseLinks),
  );
  const kafka = new FaultyPart(
    () =>
      startEmbeddedKafka({
        dataDir: join(folder, 'kafka'),
        advertisedPort: kafkaLink.port,
        log: (line) => onPart('kafka', line),
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

function startSystem(options: CopyOptions, parts: Parts): Promise<TemporarySystem> {
  const { folder, onStep, onLine } = options;
  const addresses = serviceNames.map(
    (service) => [service, { host: '127.0.0.1', port: parts.databaseLinks[service].port }] as const,
  );
  return startTemporarySystem({
    folder,
    adminDatabaseUrl: parts.postgres.server.url,
    database,
    databaseAddresses: Object.fromEntries(addresses) as Record<ServiceName, { host: string; port: number }>,
    brokers: `127.0.0.1:${parts.kafkaLink.port}`,
    onStep,
    onLine,
    onUnexpectedExit: (service, reason) => {
      options.onUnexpectedExit(service, reason);
      return false;
    },
  });
}

/** A process that stands still can't be asked to end. */
async function stopSystem(system: System): Promise<void> {
  for (const service of serviceNames) system.resumeService(service);
  await system.stop();
}

function withDatabase(url: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
