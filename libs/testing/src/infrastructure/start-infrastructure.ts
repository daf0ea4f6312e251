import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka } from './embedded-kafka.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { commandLineOf } from './running-process.ts';
import { dockerAnswers, startKafkaContainer, startPostgresContainer } from './testcontainers-infrastructure.ts';
import { whichInfrastructure } from './which-infrastructure.ts';

interface Server {
  readonly stop: () => Promise<void>;
}

export interface StartInfrastructureOptions {
  /** Hears about slow steps, such as the first download. */
  readonly log?: (line: string) => void;
}

// The data lives as long as the tests: nothing has to survive a power cut.
const settings = { fsync: 'off', full_page_writes: 'off' };

const running: Server[] = [];

/**
 * Real Postgres and Kafka for a test run: Testcontainers where a Docker engine answers, the embedded servers elsewhere;
 * TEST_INFRASTRUCTURE=containers or embedded decides otherwise. Sets TEST_DATABASE_URL (a superuser) and
 * TEST_KAFKA_BROKERS, which child processes inherit; what is set already is used as it is.
 */
export async function startInfrastructure({ log = () => undefined }: StartInfrastructureOptions = {}): Promise<void> {
  const needsDatabase = isUnset('TEST_DATABASE_URL');
  const needsKafka = isUnset('TEST_KAFKA_BROKERS');
  if (!needsDatabase && !needsKafka) return;

  const infrastructure = await whichInfrastructure(process.env['TEST_INFRASTRUCTURE'], dockerAnswers);
  // A later start need not look for an engine again: what looks is large, and each test file loads it again.
  process.env['TEST_INFRASTRUCTURE_OF_RUN'] = infrastructure;
  const [database, kafka] =
    infrastructure === 'containers'
      ? ([() => startPostgresContainer(settings), startKafkaContainer] as const)
      : await embeddedIn(await temporaryFolder(), log);
  const results = await Promise.allSettled([
    needsDatabase && database().then((server) => provideDatabase(server)),
    needsKafka && kafka().then((server) => provide(server, 'TEST_KAFKA_BROKERS', server.brokers)),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  await stopInfrastructure();
  throw failed.reason;
}

/** Stops what `startInfrastructure` started, and removes its data. */
export async function stopInfrastructure(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(folderOf(process.pid), { recursive: true, force: true });
}

const isUnset = (name: string): boolean => (process.env[name] ?? '') === '';

function provide(server: Server, variable: string, value: string): void {
  const stop = async (): Promise<void> => {
    Reflect.deleteProperty(process.env, variable);
    await server.stop();
  };
  running.push({ stop });
  process.env[variable] = value;
}

/** A server that only this run uses: test databases may leave templates in it. */
function provideDatabase(server: Server & { readonly url: string }): void {
  provide(server, 'TEST_DATABASE_URL', server.url);
  process.env['TEST_DATABASE_OF_RUN'] = server.url;
}

async function embeddedIn(folder: string, log: (line: string) => void) {
  return [
    () => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log, settings }),
    () => startEmbeddedKafka({ dataDir: join(folder, 'kafka'), log, shortLived: true }),
  ] as const;
}

const prefix = 'call-intelligence-infrastructure-';
const folderOf = (pid: number): string => join(tmpdir(), `${prefix}${pid}`);

/** A folder for this run. What runs that crashed have left is removed. */
async function temporaryFolder(): Promise<string> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  const dead = left.map((name) => Number(name.slice(prefix.length))).filter((pid) => commandLineOf(pid) === undefined);
  await Promise.all(dead.map((pid) => rm(folderOf(pid), { recursive: true, force: true, maxRetries: 3 })));
  await mkdir(folderOf(process.pid), { recursive: true });
  return folderOf(process.pid);
}
