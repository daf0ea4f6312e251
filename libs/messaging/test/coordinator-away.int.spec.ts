import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, until, type EmbeddedKafka } from '@ci/testing';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { RequestFilter } from './request-filter.ts';
import { startConsumer, type TestConsumer } from './test-consumer.ts';

/** https://kafka.apache.org/protocol#The_Messages_FindCoordinator */
const FIND_COORDINATOR = 10;

let folder: string;
let filter: RequestFilter;
let kafka: EmbeddedKafka;
let fixture: MessagingFixture;
let started: TestConsumer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coordinator-away-'));
  filter = new RequestFilter();
  const advertisedPort = await filter.listen();
  kafka = await startEmbeddedKafka({ dataDir: folder, advertisedPort, log: () => undefined });
  filter.leadTo(kafka.port);
  fixture = await messagingFixture({ brokers: [`127.0.0.1:${advertisedPort}`] });
}, 120_000);
afterAll(async () => {
  await started?.close();
  await fixture.close();
  await kafka.stop();
  await filter.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}, 60_000);

describe('a consumer whose group has no coordinator for a while', () => {
  it('joins again when there is one, without an end of its process', async () => {
    await fixture.produce({ text: 'before' });
    filter.refuse(FIND_COORDINATOR);
    started = await startConsumer(fixture);
    const { transport, crashes } = started;
    await until(() => filter.refused >= 3, { timeoutMs: 60_000, describe: 'it asks again and again' });
    expect(transport.healthy()).toMatchObject({ status: 'degraded', reason: expect.stringContaining('coordinator') });

    filter.refuse(undefined);
    await until(() => transport.healthy().status === 'ok', { timeoutMs: 60_000 });
    await fixture.produce({ text: 'after' });
    await until(async () => (await fixture.effects()).length === 2);
    expect(await fixture.effects()).toEqual(['before', 'after']);
    expect(crashes).toEqual([]);
  }, 180_000);
});
