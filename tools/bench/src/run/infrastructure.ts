import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, startEmbeddedPostgres } from '@ci/testing';

/** Postgres and Kafka of this run alone. */
export interface Infrastructure {
  readonly databaseUrl: string;
  readonly brokers: string;
  readonly folder: string;
  /** Whose processor time can be asked for. */
  readonly pids: { readonly postgres: number; readonly kafka: number };
  readonly stop: () => Promise<void>;
}

/** What a server for production has, as far as it bears on speed: nothing that is acknowledged may be lost. */
export const postgresSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
} as const;

/** Starts both in a temporary folder, which `stop` removes. */
export async function startOwnInfrastructure(say: (text: string) => void): Promise<Infrastructure> {
  const folder = await mkdtemp(join(tmpdir(), 'call-intelligence-bench-'));
  const started: { stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.allSettled(started.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    say('starting a separate Postgres and Kafka');
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'postgres'),
      log: say,
      settings: postgresSettings,
    });
    started.push(postgres);
    const kafka = await startEmbeddedKafka({ dataDir: join(folder, 'kafka'), log: say });
    started.push(kafka);
    const pids = { postgres: postgres.pid, kafka: kafka.pid };
    return { databaseUrl: postgres.url, brokers: kafka.brokers, folder, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
