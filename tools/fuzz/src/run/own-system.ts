import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, startEmbeddedPostgres } from '@ci/testing';
import { startTemporarySystem, type ServiceName, type TemporarySystem } from '@ci/testing/system';

/** The five services with their own Postgres and Kafka, on free ports and in a temporary folder, without rate limits. */
export interface OwnSystem extends TemporarySystem {
  readonly folder: string;
  /** Services that ended by themselves while they should have run. */
  readonly unexpectedExits: readonly string[];
  /** Stops everything. Removes the folder, unless its logs are to be read. */
  readonly stop: (options: { readonly keepLogs: boolean }) => Promise<void>;
}

// The data lives as long as the run: nothing has to survive a power cut.
const settings = { fsync: 'off', full_page_writes: 'off' };

/** Starts it; `say` hears each step. */
export async function startOwnSystem(say: (text: string) => void): Promise<OwnSystem> {
  const folder = await mkdtemp(join(tmpdir(), 'call-intelligence-fuzz-'));
  const log = await logsIn(folder);
  const ends: (() => Promise<void>)[] = [() => log.close()];
  const stop = async ({ keepLogs }: { readonly keepLogs: boolean }): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
    for (const part of ['postgres', 'kafka', 'env', ...(keepLogs ? [] : ['.'])])
      await rm(join(folder, part), { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    say('starting Postgres, Kafka and the services');
    const hear = (line: string): void => log.write('infrastructure', line);
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: hear, settings });
    ends.push(postgres.stop);
    const kafka = await startEmbeddedKafka({ dataDir: join(folder, 'kafka'), log: hear });
    ends.push(kafka.stop);
    const unexpectedExits: string[] = [];
    const started = await startTemporarySystem({
      folder,
      adminDatabaseUrl: postgres.url,
      database: 'fuzz',
      brokers: kafka.brokers,
      onStep: hear,
      onLine: (service, line) => log.write(service, line),
      onUnexpectedExit: (service, reason) => {
        unexpectedExits.push(`${service} (${reason})`);
        say(`${service} ended unexpectedly: ${reason}`);
        return true;
      },
    });
    ends.push(() => started.system.stop());
    return { ...started, folder, unexpectedExits, stop };
  } catch (error) {
    await stop({ keepLogs: true });
    throw new Error(`The system did not start. Its logs: ${join(folder, 'logs')}`, { cause: error });
  }
}

async function logsIn(folder: string) {
  await mkdir(join(folder, 'logs'));
  const streams = new Map<string, ReturnType<typeof createWriteStream>>();
  return {
    write(name: ServiceName | 'infrastructure', line: string): void {
      const stream = streams.get(name) ?? createWriteStream(join(folder, 'logs', `${name}.log`));
      streams.set(name, stream);
      stream.write(`${line}\n`);
    },
    async close(): Promise<void> {
      await Promise.all([...streams.values()].map((stream) => new Promise<void>((done) => stream.end(() => done()))));
    },
  };
}
