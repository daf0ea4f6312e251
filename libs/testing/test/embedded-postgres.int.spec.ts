import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../src/until.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/infrastructure/embedded-postgres.ts';
import { commandLineOf } from '../src/infrastructure/running-process.ts';
import { startInOtherProcess } from './start-in-other-process.ts';

jest.setTimeout(180_000);

describe('embedded Postgres', () => {
  let folder: string;
  let lines: string[];
  const started: EmbeddedPostgres[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  });
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('is a Postgres 18 that keeps its data between starts', async () => {
    const first = await start();
    expect(await query(first.url, 'SHOW server_version')).toEqual([{ server_version: expect.stringMatching(/^18\./) }]);
    expect(await query(first.url, 'SHOW max_connections')).toEqual([{ max_connections: '200' }]);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(commandLineOf(first.pid)).toBeUndefined();

    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('stops at once, although clients are connected', async () => {
    const server = await start();
    const client = new pg.Client({ connectionString: server.url });
    const ended = once(client, 'error');
    client.on('error', () => undefined); // the connection is lost after that
    await client.connect();
    await server.stop();
    // By the server, in order: it did not wait for the client, and it was not killed.
    expect(await ended).toMatchObject([{ code: '57P01' }]);
    expect(commandLineOf(server.pid)).toBeUndefined();
  });

  it('takes another port when the preferred one is busy, and says so', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await until(() => blocker.listening);
    const { port } = blocker.address() as AddressInfo;
    const server = await start({ port });
    blocker.close();

    expect(server.port).not.toBe(port);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(lines).toContain(`port ${port} is busy, Postgres takes ${server.port}`);
  });

  it('refuses a second server on data that is in use, and leaves the first one alone', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(/is in use: process \d+ runs a postgres/);
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('recovers after the server was killed', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE survived AS SELECT 7 AS answer');
    process.kill(first.pid, 'SIGKILL');
    await until(() => commandLineOf(first.pid) === undefined);
    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM survived')).toEqual([{ answer: 7 }]);
  });

  it('ends with a process that is killed', async () => {
    const owner = await startInOtherProcess('embedded-postgres.ts', 'startEmbeddedPostgres', { dataDir: folder });
    expect(commandLineOf(owner.pid)).toContain(folder);
    owner.kill();
    await until(() => commandLineOf(owner.pid) === undefined);
  });

  it('waits for the server of a killed owner that is still stopping', async () => {
    const owner = await startInOtherProcess('embedded-postgres.ts', 'startEmbeddedPostgres', { dataDir: folder });
    owner.kill();
    const server = await start();
    expect(commandLineOf(owner.pid)).toBeUndefined();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts again at once after owner and server were killed', async () => {
    const owner = await startInOtherProcess('embedded-postgres.ts', 'startEmbeddedPostgres', { dataDir: folder });
    owner.kill();
    process.kill(owner.pid, 'SIGKILL');
    const server = await start();
    expect(await query(server.url, 'SELECT answer FROM survived')).toEqual([{ answer: 7 }]);
  });

  it('starts although the process id of the killed server now belongs to another process', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await until(() => commandLineOf(first.pid) === undefined);
    const { uid } = await stat(join(folder, 'pgdata'));
    const sleeper = spawn('sleep', ['60'], { uid });
    await writeFile(join(folder, 'pgdata', 'postmaster.pid'), `${sleeper.pid}\n${folder}/pgdata\n`);
    await start();
    sleeper.kill();
  });

  it('makes a cluster again that was interrupted half-way', async () => {
    const dataDir = join(folder, 'interrupted');
    await mkdir(join(dataDir, 'pgdata.unfinished', 'base'), { recursive: true });
    const server = await start({ dataDir });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).not.toContain('pgdata.unfinished');
  });

  it('refuses a data folder that it does not understand, and deletes nothing', async () => {
    const dataDir = join(folder, 'foreign');
    await mkdir(join(dataDir, 'pgdata', 'precious'), { recursive: true });
    await expect(start({ dataDir })).rejects.toThrow(/is not a complete Postgres cluster/);
    await writeFile(join(dataDir, 'pgdata', 'PG_VERSION'), '17\n');
    await expect(start({ dataDir })).rejects.toThrow(/belongs to Postgres 17/);
    expect(await readdir(join(dataDir, 'pgdata'))).toEqual(['PG_VERSION', 'precious']);
  });

  it('shows the last lines of a server that does not start', async () => {
    const dataDir = join(folder, 'interrupted');
    await expect(start({ dataDir, settings: { shared_buffers: 'many' } })).rejects.toThrow(/shared_buffers/);
  });

  async function start(options: { port?: number; dataDir?: string; settings?: Record<string, string> } = {}) {
    const settings = { fsync: 'off', ...options.settings };
    const server = await startEmbeddedPostgres({
      dataDir: folder,
      log: (line) => lines.push(line),
      ...options,
      settings,
    });
    started.push(server);
    return server;
  }

  async function query(connectionString: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
});
