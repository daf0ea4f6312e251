import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startEmbeddedKafka,
  type EmbeddedKafka,
  type EmbeddedKafkaOptions,
} from '../src/infrastructure/embedded-kafka.ts';
import { kafkaAnswers } from '../src/infrastructure/kafka-answers.ts';
import { commandLineOf } from '../src/infrastructure/running-process.ts';
import { until } from '../src/until.ts';
import { startInOtherProcess } from './start-in-other-process.ts';

jest.setTimeout(240_000);

describe('embedded Kafka', () => {
  let folder: string;
  let lines: string[];
  const started: EmbeddedKafka[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-kafka-'));
  });
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('answers as soon as it is said to be up, is alone on its data, and is gone after it was stopped', async () => {
    const server = await start();
    expect(server.brokers).toBe(`127.0.0.1:${server.port}`);
    expect(await kafkaAnswers(server.port)).toBe(true);
    await expect(start()).rejects.toThrow(/is in use: process \d+ runs a kafka/);
    expect(await kafkaAnswers(server.port)).toBe(true);
    await server.stop();
    expect(commandLineOf(server.pid)).toBeUndefined();
    expect(await kafkaAnswers(server.port)).toBe(false);
  });

  it('stays the same cluster on another port, when the preferred one is busy', async () => {
    const cluster = await clusterId();
    const blocker = createServer().listen(0, '127.0.0.1');
    await until(() => blocker.listening);
    const { port } = blocker.address() as AddressInfo;
    const server = await start({ port });
    blocker.close();

    expect(server.port).not.toBe(port);
    expect(await kafkaAnswers(server.port)).toBe(true);
    expect(lines).toEqual([`port ${port} is busy, Kafka takes ${server.port}`]); // nothing was formatted again
    expect(await clusterId()).toBe(cluster);
  });

  it('ends with a process that is killed', async () => {
    const owner = await startInOtherProcess('embedded-kafka.ts', 'startEmbeddedKafka', { dataDir: folder });
    owner.kill();
    await until(() => commandLineOf(owner.pid) === undefined);
  });

  it('starts again at once after owner and server were killed', async () => {
    const owner = await startInOtherProcess('embedded-kafka.ts', 'startEmbeddedKafka', { dataDir: folder });
    owner.kill();
    process.kill(owner.pid, 'SIGKILL');
    const server = await start();
    expect(await kafkaAnswers(server.port)).toBe(true);
  });

  it('formats a storage again that was interrupted half-way, but never a folder it does not understand', async () => {
    const dataDir = join(folder, 'interrupted');
    await mkdir(join(dataDir, 'logs.unfinished', 'half'), { recursive: true });
    await start({ dataDir });
    expect(await readdir(dataDir)).not.toContain('logs.unfinished');

    const foreign = join(folder, 'foreign');
    await mkdir(join(foreign, 'logs', 'precious'), { recursive: true });
    await expect(start({ dataDir: foreign })).rejects.toThrow(/is not a complete Kafka storage/);
    expect(await readdir(join(foreign, 'logs'))).toEqual(['precious']);
  });

  it('of a test has the classes that an earlier one has loaded', async () => {
    const { pid } = await start({ dataDir: join(folder, 'brief'), shortLived: true });
    const [, archive = ''] = /-XX:SharedArchiveFile=(\S+)/.exec(commandLineOf(pid) ?? '') ?? [];
    expect(existsSync(archive)).toBe(true);
    // The JVM says nothing of one that does not fit it. Only Linux shows what it has taken.
    if (process.platform === 'linux') expect(await readFile(`/proc/${pid}/maps`, 'utf8')).toContain(archive);
  });

  async function start(options: Partial<EmbeddedKafkaOptions> = {}): Promise<EmbeddedKafka> {
    const server = await startEmbeddedKafka({ dataDir: folder, log: (line) => lines.push(line), ...options });
    started.push(server);
    return server;
  }

  async function clusterId(): Promise<string | undefined> {
    const properties = await readFile(join(folder, 'logs', 'meta.properties'), 'utf8');
    return /cluster\.id=(.+)/.exec(properties)?.[1];
  }
});
