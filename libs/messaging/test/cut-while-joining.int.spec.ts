import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, until, type EmbeddedKafka } from '@ci/testing';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { RequestFilter } from './request-filter.ts';
import { startConsumer, type TestConsumer } from './test-consumer.ts';

let folder: string;
let filter: RequestFilter;
let kafka: EmbeddedKafka;
let fixture: MessagingFixture;
let started: TestConsumer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cut-while-joining-'));
  filter = new RequestFilter();
  const advertisedPort = await filter.listen();
  kafka = await startEmbeddedKafka({ dataDir: folder, advertisedPort, log: () => undefined });
  filter.leadTo(kafka.port);
}, 120_000);
beforeEach(async () => {
  filter.refuse(undefined);
  fixture = await messagingFixture({ brokers: [`127.0.0.1:${filter.port}`] });
});
afterEach(async () => {
  filter.refuse(undefined);
  await started?.close();
  started = undefined;
  await fixture.close();
});
afterAll(async () => {
  await kafka.stop();
  await filter.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * Kinds of requests by https://kafka.apache.org/protocol#protocol_api_keys. SyncGroup is not among them: the group would wait half a minute for
 * the member that was cut.
 */
describe('a consumer whose connection is cut whenever it asks', () => {
  it.each([
    ['for what the broker can do', 18],
    ['for topics', 3],
    ['for the coordinator of its group', 10],
    ['to join its group', 11],
    ['for its offsets', 9],
    ['for messages', 1],
  ])(
    '%s goes on when it is not, without an end of its process',
    async (_, apiKey) => {
      await fixture.produce({ text: 'before' });
      filter.refuse(apiKey);
      const starting = startConsumer(fixture, undefined, { startWithinMs: 60_000 });
      await until(() => filter.refused >= 3, { timeoutMs: 60_000, describe: 'it asks again and again' });
      filter.refuse(undefined);
      started = await starting;
      const { transport, crashes } = started;
      await until(() => transport.healthy().status === 'ok', { timeoutMs: 60_000 });
      await fixture.produce({ text: 'after' });
      await until(async () => (await fixture.effects()).length === 2, { timeoutMs: 60_000 });
      expect(await fixture.effects()).toEqual(['before', 'after']);
      expect(crashes).toEqual([]);
    },
    180_000,
  );
});
