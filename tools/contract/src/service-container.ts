import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { imageOf } from './images.ts';
import { inside, type Parts } from './parts.ts';

export interface ContainerOptions {
  readonly service: string;
  readonly parts: Parts;
  readonly environment: Readonly<Record<string, string>>;
}

/** The image of a service, without any capability. Resolves when it says that it is ready. */
export async function startService(options: ContainerOptions): Promise<StartedTestContainer> {
  const output: string[] = [];
  try {
    return await containerOf(options)
      .withExposedPorts(8080)
      .withLogConsumer((stream) => stream.on('data', (line: Buffer | string) => output.push(String(line))))
      .withWaitStrategy(Wait.forHttp('/health/ready', 8080).withReadTimeout(5_000))
      .withStartupTimeout(180_000)
      .start();
  } catch (cause) {
    throw new Error(`${options.service} did not get ready:\n${output.slice(-20).join('')}`, { cause });
  }
}

/** Runs another command of the image to its end. */
export async function runCommand(options: ContainerOptions, command: readonly string[]): Promise<void> {
  const output: string[] = [];
  try {
    const started = await containerOf(options)
      .withCommand([...command])
      .withLogConsumer((stream) => stream.on('data', (line: Buffer | string) => output.push(String(line))))
      .withWaitStrategy(Wait.forOneShotStartup())
      .withStartupTimeout(180_000)
      .start();
    await started.stop({ remove: true });
  } catch (cause) {
    throw new Error(`${options.service}: ${command.join(' ')} failed:\n${output.slice(-20).join('')}`, { cause });
  }
}

function containerOf({ service, parts, environment }: ContainerOptions): GenericContainer {
  return new GenericContainer(imageOf(service))
    .withNetwork(parts.network)
    .withEnvironment({ ...environment })
    .withDroppedCapabilities('ALL')
    .withExtraHosts([{ host: 'host.docker.internal', ipAddress: 'host-gateway' }]);
}

/** What only the migration of a service is told: who owns the schema, and who may make that role. */
export function owners(service: string): Record<string, string> {
  return {
    MIGRATION_DATABASE_URL: inside.database(`${service}_owner`, 'owner'),
    ADMIN_DATABASE_URL: inside.database('postgres', 'postgres'),
  };
}
