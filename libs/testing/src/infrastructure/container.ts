import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { GenericContainer } from 'testcontainers';
import { recordStart } from '../record-start.ts';

/** Loaded when it is needed: it is large, and every integration test imports this library. */
export const loadTestcontainers = () => import('testcontainers');

export interface ContainerOptions {
  /** What error messages call it. */
  readonly server: string;
  /** Environment variable that names another image. */
  readonly imageVariable: string;
  readonly defaultImage: string;
  readonly describe: (container: GenericContainer) => GenericContainer;
  /** The line that says that it is ready, and which of them. */
  readonly ready: { readonly line: RegExp; readonly times: number };
}

export interface Container {
  getHost(): string;
  getMappedPort(port: number): number;
  /** Ends it at once and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a container and waits until it is ready. A start that fails leaves none behind and says what can be done. */
export function startContainer(options: ContainerOptions): Promise<Container> {
  return recordStart(`${options.server} (container)`, () => startOne(options));
}

async function startOne(options: ContainerOptions): Promise<Container> {
  const { GenericContainer, Wait } = await loadTestcontainers();
  const image = process.env[options.imageVariable] || options.defaultImage;
  const start = randomUUID();
  const output = new LastLines();
  try {
    const container = await options
      .describe(new GenericContainer(image))
      .withLabels({ [startLabel]: start })
      .withLogConsumer((stream) => output.read(stream))
      .withWaitStrategy(Wait.forLogMessage(options.ready.line, options.ready.times))
      .withStartupTimeout(120_000)
      .start();
    return {
      getHost: () => container.getHost(),
      getMappedPort: (port) => container.getMappedPort(port),
      remove: () => container.stop({ remove: true, removeVolumes: true }).then(() => undefined),
    };
  } catch (cause) {
    await removeWhatIsLeft(start);
    throw new Error(whatToDo(options, image, cause, output.text()), { cause });
  }
}

const startLabel = 'call-intelligence.start';

/** Testcontainers removes a container that does not become ready, but not one that the engine could not start. */
async function removeWhatIsLeft(start: string): Promise<void> {
  const { getContainerRuntimeClient } = await loadTestcontainers();
  const { container: containers } = await getContainerRuntimeClient();
  const container = await containers.fetchByLabel(startLabel, start);
  if (container !== undefined) await containers.remove(container, { removeVolumes: true });
}

function whatToDo(options: ContainerOptions, image: string, cause: unknown, output: string): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const lines = [`${options.server} did not start in a container of the image ${image}: ${reason}`];
  if (output !== '') lines.push(`Its last lines:\n${output}`);
  lines.push(
    `${options.imageVariable} names another image; docker/test-images builds one where none can be pulled.`,
    'With TEST_INFRASTRUCTURE=embedded the tests do without containers.',
  );
  if (output === '' && process.env['TESTCONTAINERS_RYUK_DISABLED'] !== 'true') {
    lines.push('Testcontainers first starts testcontainers/ryuk; TESTCONTAINERS_RYUK_DISABLED=true does without it.');
  }
  return lines.join('\n');
}

/** The end of what a container prints. */
class LastLines {
  #text = '';

  read(stream: Readable): void {
    stream.on('data', (chunk: Buffer | string) => (this.#text = (this.#text + chunk.toString()).slice(-2000)));
    stream.on('error', () => undefined);
  }

  text(): string {
    return this.#text.trim();
  }
}
