import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka } from './embedded-kafka.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { commandLineOf } from './running-process.ts';
import { dockerAnswers, startKafkaContainer, startPostgresContainer } from './testcontainers-parts.ts';
import { whichParts } from './which-parts.ts';

interface Part {
  readonly stop: () => Promise<void>;
}

export interface StartPartsOptions {
  /** Hears about slow steps, such as the first download. */
  readonly log?: (line: string) => void;
}

// The data lives as long as the tests: nothing has to survive a power cut.
const settings = { fsync: 'off', full_page_writes: 'off' };

const running: Part[] = [];

/**
 * Real Postgres and Kafka for a test run: Testcontainers where a Docker engine answers, the embedded servers elsewhere;
 * TEST_PARTS=containers or embedded decides otherwise. Sets TEST_DATABASE_URL (a superuser) and TEST_KAFKA_BROKERS, which
 * child processes inherit; what is set already is used as it is.
 */
export async function startParts({ log = () => undefined }: StartPartsOptions = {}): Promise<void> {
  const needsDatabase = isUnset('TEST_DATABASE_URL');
  const needsKafka = isUnset('TEST_KAFKA_BROKERS');
  if (!needsDatabase && !needsKafka) return;

  const parts = await whichParts(process.env['TEST_PARTS'], dockerAnswers);
  // A later start need not look for an engine again: what looks is large, and each test file loads it again.
  process.env['TEST_PARTS_OF_RUN'] = parts;
  const [database, kafka] =
    parts === 'containers'
      ? ([() => startPostgresContainer(settings), startKafkaContainer] as const)
      : await embeddedIn(await temporaryFolder(), log);
  const results = await Promise.allSettled([
    needsDatabase && database().then((part) => provideDatabase(part)),
    needsKafka && kafka().then((part) => provide(part, 'TEST_KAFKA_BROKERS', part.brokers)),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  await stopParts();
  throw failed.reason;
}

/** Stops what `startParts` started, and removes its data. */
export async function stopParts(): Promise<void> {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  await rm(folderOf(process.pid), { recursive: true, force: true });
}

const isUnset = (name: string): boolean => (process.env[name] ?? '') === '';

function provide(part: Part, variable: string, value: string): void {
  const stop = async (): Promise<void> => {
    Reflect.deleteProperty(process.env, variable);
    await part.stop();
  };
  running.push({ stop });
  process.env[variable] = value;
}

/** A server that only this run uses: test databases may leave templates in it. */
function provideDatabase(part: Part & { readonly url: string }): void {
  provide(part, 'TEST_DATABASE_URL', part.url);
  process.env['TEST_DATABASE_OF_RUN'] = part.url;
}

async function embeddedIn(folder: string, log: (line: string) => void) {
  return [
    () => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log, settings }),
    () => startEmbeddedKafka({ dataDir: join(folder, 'kafka'), log, shortLived: true }),
  ] as const;
}

const prefix = 'call-intelligence-parts-';
const folderOf = (pid: number): string => join(tmpdir(), `${prefix}${pid}`);

/** A folder for this run. What runs that crashed have left is removed. */
async function temporaryFolder(): Promise<string> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  const dead = left.map((name) => Number(name.slice(prefix.length))).filter((pid) => commandLineOf(pid) === undefined);
  await Promise.all(dead.map((pid) => rm(folderOf(pid), { recursive: true, force: true, maxRetries: 3 })));
  await mkdir(folderOf(process.pid), { recursive: true });
  return folderOf(process.pid);
}
