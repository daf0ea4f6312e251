import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface FormatOptions {
  readonly dataDir: string;
  readonly kafkaFolder: string;
  readonly jvm: { readonly java: string; readonly args: readonly string[] };
  readonly scramUsers: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/**
 * Gives a new node its storage and cluster id, once. The work is done in a folder beside the final one and renamed when
 * complete, so a storage that was interrupted is never taken for data. Existing data is never deleted.
 */
export async function formatStorage({ dataDir, kafkaFolder, jvm, scramUsers, log }: FormatOptions): Promise<void> {
  const folder = logFolder(dataDir);
  if (existsSync(folder)) {
    if (existsSync(join(folder, 'meta.properties'))) return;
    throw new Error(`${folder} is not a complete Kafka storage. Move it away to start with an empty one.`);
  }
  log('formatting the Kafka storage');
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  const properties = join(dataDir, 'format.properties');
  await writeProperties(properties, kafkaFolder, {
    logDir: unfinished,
    port: 9092,
    advertisedPort: 9092,
    controllerPort: 9093,
  });
  const clusterId = randomBytes(16).toString('base64url').replace(/^-/, 'A'); // a leading dash would be read as an option
  const users = Object.entries(scramUsers).flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  const tool = ['kafka.tools.StorageTool', 'format', '--cluster-id', clusterId, '--config', properties, ...users];
  try {
    await run(jvm.java, [...jvm.args, ...tool]);
  } catch (cause) {
    throw new Error(`Kafka could not format ${unfinished}: ${(cause as { stderr?: string }).stderr ?? ''}`, { cause });
  }
  await rm(properties);
  await rename(unfinished, folder);
}

export type ServerProperties = (ports: Ports) => Readonly<Record<string, string>>;

interface Ports {
  readonly port: number;
  readonly advertisedPort: number;
  readonly controllerPort: number;
}

interface ServerOptions extends Ports {
  readonly dataDir: string;
  readonly kafkaFolder: string;
  readonly more: ServerProperties | undefined;
}

/** The node's configuration for the ports of this start: the template of docker/kafka, filled in. */
export async function writeServerProperties(options: ServerOptions): Promise<string> {
  const { dataDir, kafkaFolder, more, ...ports } = options;
  const path = join(dataDir, 'server.properties');
  await writeProperties(path, kafkaFolder, { logDir: logFolder(dataDir), ...ports });
  // Of two lines with one name Java takes the last.
  const lines = Object.entries(more?.(ports) ?? {}).map(([name, value]) => `${name}=${value}\n`);
  await appendFile(path, lines.join(''));
  return path;
}

export const logFolder = (dataDir: string): string => join(dataDir, 'logs');

interface TemplateValues extends Ports {
  readonly logDir: string;
}

async function writeProperties(path: string, kafkaFolder: string, values: TemplateValues): Promise<void> {
  const template = await readFile(join(kafkaFolder, 'server.properties'), 'utf8');
  const filled = template
    .replaceAll('@PORT@', String(values.port))
    .replaceAll('@ADVERTISED_PORT@', String(values.advertisedPort))
    .replaceAll('@CONTROLLER_PORT@', String(values.controllerPort))
    .replaceAll('@LOG_DIR@', values.logDir);
  await writeFile(path, filled);
}
