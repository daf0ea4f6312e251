import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, startTcpProxy, until, type EmbeddedKafka, type TcpProxy } from '@ci/testing';
import { OutboxRelay } from '../src/index.ts';
import { enqueueAll, messagingFixture, outgoing, type MessagingFixture } from './messaging-fixture.ts';
import { startConsumer, type TestConsumer } from './test-consumer.ts';

/** A request may take 15 s; then the connection is of no more use. What follows it takes a moment. */
const MENDED_WITHIN_MS = 15_000 + 10_000;

let folder: string;
let proxy: TcpProxy;
let broker: EmbeddedKafka;
let fixture: MessagingFixture;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stalled-connections-'));
  proxy = await startTcpProxy();
  broker = await startEmbeddedKafka({ dataDir: folder, advertisedPort: proxy.port, log: () => undefined });
  proxy.leadTo(broker.port);
}, 120_000);
beforeEach(async () => void (fixture = await messagingFixture({ brokers: [`127.0.0.1:${proxy.port}`] })));
afterEach(async () => {
  proxy.cut();
  await fixture.close();
});
afterAll(async () => {
  await broker.stop();
  await proxy.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('connections to Kafka that stall for good, without an end or an error', () => {
  let relay: OutboxRelay;
  let consumer: TestConsumer | undefined;
  beforeEach(() => void (relay = new OutboxRelay(fixture)));
  afterEach(async () => {
    await relay.stop();
    await consumer?.close();
  });
  const send = async (text: string): Promise<void> => {
    await enqueueAll(fixture.dataSource, [outgoing('a', text)]);
    relay.wake();
  };
  const sent = (): Promise<unknown> =>
    until(async () => (await fixture.count('outbox')) === 0, {
      timeoutMs: MENDED_WITHIN_MS,
      describe: 'what is stored to be sent',
    });

  it('are replaced by the relay, which sends what is there', async () => {
    relay.start();
    await send('before');
    await sent();
    proxy.stall();
    await send('after');
    await sent();
  }, 60_000);

  it('are replaced by the consumer, which goes on without an end of its process', async () => {
    consumer = await startConsumer(fixture);
    const { transport, crashes } = consumer;
    await fixture.produce({ text: 'before' });
    await until(async () => (await fixture.effects()).length === 1);
    proxy.stall();
    relay.start();
    await send('after');
    await until(async () => (await fixture.effects()).length === 2, {
      timeoutMs: MENDED_WITHIN_MS,
      describe: 'the second message',
    });
    expect(await fixture.effects()).toEqual(['before', 'after']);
    await until(() => transport.healthy().status === 'ok');
    expect(crashes).toEqual([]);
  }, 60_000);
});
