import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { withFileLock } from './file-lock.ts';
import { findJava } from './java.ts';
import { kafkaAnswers } from './kafka-answers.ts';
import { kafkaJars } from './kafka-jars.ts';
import { formatStorage, logFolder, writeServerProperties, type ServerProperties } from './kafka-storage.ts';
import { recordStart } from '../record-start.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { preparedOnce } from './prepared-once.ts';

export interface EmbeddedKafkaOptions {
  /** Kept between starts. */
  readonly dataDir: string;
  /** Preferred port; a busy one is replaced, see `port` of the answer. */
  readonly port?: number;
  /** The port reported to clients, when that is not the port itself: something is in between, such as a proxy. */
  readonly advertisedPort?: number;
  /** Settings of the server that differ from docker/kafka/server.properties, for the ports of this start. */
  readonly properties?: ServerProperties;
  /** Users with passwords that are checked by SCRAM-SHA-512, from the first start on. */
  readonly scramUsers?: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
  /** For as long as a test: what starts soonest, not what runs fastest for days; on a storage that is formatted, and with classes that are loaded, once for all of them. */
  readonly shortLived?: boolean;
}

export interface EmbeddedKafka extends Pick<ServerProcess, 'pid' | 'stop' | 'kill' | 'pause' | 'resume'> {
  /** host:port */
  readonly brokers: string;
  readonly port: number;
}

// Four folders up from src/infrastructure and from dist/infrastructure alike.
const root = join(import.meta.dirname, '..', '..', '..', '..');
const kafkaFolder = join(root, 'docker', 'kafka');
const cacheFolder = join(root, '.data', 'kafka-jars');

/** A real Apache Kafka 4.1, one KRaft node on loopback, as long as this process lives. */
export function startEmbeddedKafka(options: EmbeddedKafkaOptions): Promise<EmbeddedKafka> {
  return recordStart('Kafka', () => startBroker(options));
}

async function startBroker(options: EmbeddedKafkaOptions): Promise<EmbeddedKafka> {
  const { dataDir, log, shortLived = false, scramUsers = {} } = options;
  await mkdir(dataDir, { recursive: true });
  const { java, version } = await findJava();
  const jars = await kafkaJars({ kafkaFolder, cacheFolder, log });
  const jvm = { java, args: jvmArguments(jars, shortLived) };
  const storage = (folder: string) => formatStorage({ dataDir: folder, kafkaFolder, jvm, scramUsers, log });
  if (!shortLived) return serveOn(storage, jvm, options);

  const formatted = await preparedOnce(`${jars}-storage`, storage);
  const copy = async (folder: string): Promise<void> => {
    if (!existsSync(logFolder(folder))) await cp(logFolder(formatted), logFolder(folder), { recursive: true });
    await storage(folder);
  };
  const classes = await preparedOnce(`${jars}-classes-${version}`, async (folder) => {
    log('loading the classes of Kafka once for all starts');
    const recording = { java, args: [`-XX:ArchiveClassesAtExit=${join(folder, 'classes.jsa')}`, ...jvm.args] };
    const server = await serveOn(copy, recording, { dataDir: join(folder, 'data'), log, stopWithinMs: 120_000 });
    await server.stop();
    await rm(join(folder, 'data'), { recursive: true });
  });
  // The JVM goes without what does not fit it.
  const recorded = { java, args: [`-XX:SharedArchiveFile=${join(classes, 'classes.jsa')}`, ...jvm.args] };
  return serveOn(copy, recorded, options);
}

interface Jvm {
  readonly java: string;
  readonly args: readonly string[];
}

function serveOn(
  storage: (folder: string) => Promise<void>,
  jvm: Jvm,
  options: EmbeddedKafkaOptions & { readonly stopWithinMs?: number },
): Promise<EmbeddedKafka> {
  const { dataDir, log, stopWithinMs = 20_000 } = options;
  return withFileLock(join(dataDir, 'starting.lock'), async () => {
    await storage(dataDir);
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort(attempt === 1 ? options.port : 0);
      if (port !== options.port && options.port !== undefined) {
        log(`port ${options.port} is busy, Kafka takes ${port}`);
      }
      const { advertisedPort = port } = options;
      const ports = { port, advertisedPort, controllerPort: await freePort() };
      const properties = await writeServerProperties({ dataDir, kafkaFolder, more: options.properties, ...ports });
      const server = await startServerProcess({
        name: 'kafka',
        folder: dataDir,
        command: jvm.java,
        args: [...jvm.args, 'kafka.Kafka', properties],
        stopSignal: 'SIGTERM',
        stopWithinMs,
      });
      if (await comesUp(server, port)) return { ...server, brokers: `127.0.0.1:${port}`, port };

      const output = await server.outputTail();
      await server.stop();
      // Another process may have taken the port since it was checked.
      if (attempt === 3 || !output.includes('Address already in use')) throw startFailure(dataDir, output);
    }
  });
}

function jvmArguments(jars: string, shortLived: boolean): string[] {
  const logging = `-Dlog4j2.configurationFile=${join(kafkaFolder, 'log4j2.xml')}`;
  const memory = ['-Xms128m', '-Xmx512m', '-XX:+ExitOnOutOfMemoryError'];
  const lasting = ['-XX:+UseG1GC', '-XX:MaxGCPauseMillis=20'];
  const brief = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  return [...memory, ...(shortLived ? brief : lasting), '-Djava.awt.headless=true', logging, '-cp', join(jars, '*')];
}

async function comesUp(server: ServerProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + 120_000;
  while (!server.hasExited() && Date.now() < deadline) {
    if (await kafkaAnswers(port)) return !server.hasExited();
    await delay(50);
  }
  return false;
}

function startFailure(dataDir: string, output: string): Error {
  return new Error(`Kafka did not start on ${dataDir}. Its last lines:\n${output}`);
}
