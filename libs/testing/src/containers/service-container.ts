import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { loadTestcontainers } from '../infrastructure/container.ts';
import { recordStart } from '../record-start.ts';
import { imageOf } from './images.ts';
import { inside, type NetworkInfrastructure } from './network-infrastructure.ts';

export interface ContainerOptions {
  readonly service: string;
  /** Default: what `npm run images` makes of it. */
  readonly image?: string;
  readonly infrastructure: NetworkInfrastructure;
  readonly environment: Readonly<Record<string, string>>;
  /** Text that lies in files of the container, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Hears each line that it prints. */
  readonly onLine?: (line: string) => void;
}

/** The image of a service, without any capability; on its network it has the service's name. Resolves when it says that it is ready. */
export function startService(options: ContainerOptions): Promise<StartedTestContainer> {
  return recordStart(`${options.service} (container)`, () => startReady(options));
}

async function startReady(options: ContainerOptions): Promise<StartedTestContainer> {
  const { Wait } = await loadTestcontainers();
  const output: string[] = [];
  try {
    return await (
      await containerOf(options, output)
    )
      .withNetworkAliases(options.service)
      .withExposedPorts(8080)
      .withWaitStrategy(Wait.forHttp('/health/ready', 8080).withReadTimeout(5_000))
      .withStartupTimeout(180_000)
      .start();
  } catch (cause) {
    throw new Error(`${options.service} did not get ready:\n${output.slice(-20).join('\n')}`, { cause });
  }
}

/** Runs another command of the image to its end. */
export async function runCommand(options: ContainerOptions, command: readonly string[]): Promise<void> {
  const { Wait } = await loadTestcontainers();
  const output: string[] = [];
  try {
    const started = await (
      await containerOf(options, output)
    )
      .withCommand([...command])
      .withWaitStrategy(Wait.forOneShotStartup())
      .withStartupTimeout(180_000)
      .start();
    await started.stop({ remove: true });
  } catch (cause) {
    throw new Error(`${options.service}: ${command.join(' ')} failed:\n${output.slice(-20).join('\n')}`, { cause });
  }
}

async function containerOf(options: ContainerOptions, output: string[]): Promise<GenericContainer> {
  const { GenericContainer } = await loadTestcontainers();
  const { service, image = imageOf(service), infrastructure, environment, files = {}, onLine } = options;
  return new GenericContainer(image)
    .withNetwork(infrastructure.network)
    .withEnvironment({ ...environment })
    .withCopyContentToContainer(Object.entries(files).map(([target, content]) => ({ target, content })))
    .withDroppedCapabilities('ALL')
    .withExtraHosts([{ host: 'host.docker.internal', ipAddress: 'host-gateway' }])
    .withLogConsumer((stream) =>
      stream.on('data', (text: Buffer | string) => {
        for (const line of String(text).trimEnd().split('\n')) {
          output.push(line);
          onLine?.(line);
        }
      }),
    );
}

/** What only the migration of a service gets: who owns the schema, and who may make that role. */
export function owners(service: string): Record<string, string> {
  return {
    MIGRATION_DATABASE_URL: inside.database(`${service}_owner`, 'owner'),
    ADMIN_DATABASE_URL: inside.database('postgres', 'postgres'),
  };
}
