import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, startTcpProxy, until, type EmbeddedKafka, type TcpProxy } from '@ci/testing';
import { OutboxRelay } from '../src/index.ts';
import { enqueueAll, messagingFixture, outgoing, type MessagingFixture } from './messaging-fixture.ts';
import { startConsumer } from './test-consumer.ts';

/** A request may take 15 s, then its connection is replaced. Without that, every further request takes 15 s, too. */
const RECOVERED_WITHIN_MS = 15_000 + 45_000;

let folder: string;
let proxy: TcpProxy;
let broker: EmbeddedKafka;
let fixture: MessagingFixture;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stalled-connections-'));
  proxy = await startTcpProxy();
  broker = await startEmbeddedKafka({ dataDir: folder, advertisedPort: proxy.port, log: () => undefined });
  proxy.leadTo(broker.port);
  fixture = await messagingFixture({ brokers: [`127.0.0.1:${proxy.port}`] });
}, 120_000);
afterAll(async () => {
  await fixture.close();
  await broker.stop();
  await proxy.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

it('connections to Kafka that stall for good are replaced by relay and consumer, which go on without an end of the process', async () => {
  const relay = new OutboxRelay(fixture);
  const consumer = await startConsumer(fixture);
  const send = async (text: string): Promise<void> => {
    await enqueueAll(fixture.dataSource, [outgoing('a', text)]);
    relay.wake();
  };
  try {
    relay.start();
    await send('before');
    await until(async () => (await fixture.effects()).length === 1, { describe: 'the first message' });
    proxy.stall();
    await send('after');
    await until(async () => (await fixture.effects()).length === 2, {
      timeoutMs: RECOVERED_WITHIN_MS,
      describe: 'the second message',
    });
    expect(await fixture.effects()).toEqual(['before', 'after']);
    await until(() => consumer.transport.healthy().status === 'ok');
    expect(consumer.crashes).toEqual([]);
  } finally {
    proxy.cut();
    await relay.stop();
    await consumer.close();
  }
}, 180_000);
