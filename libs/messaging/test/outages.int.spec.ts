import { until } from '@ci/testing';
import { KafkaTransport, OffsetOutOfRange, OutboxRelay } from '../src/index.ts';
import { committedOffset, deleteRecordsBefore, setOffset } from './group-offsets.ts';
import { enqueueAll, messagingFixture, outgoing, type MessagingFixture } from './messaging-fixture.ts';
import { randomText } from './random-text.ts';
import { SwitchableBroker } from './switchable-broker.ts';
import { noteText, startConsumer, type TestConsumer } from './test-consumer.ts';

describe('consuming through outages', () => {
  let fixture: MessagingFixture;
  let started: TestConsumer | undefined;
  beforeEach(async () => void (fixture = await messagingFixture()));
  afterEach(async () => {
    await started?.close();
    started = undefined;
    await fixture.close();
  });

  it.each([
    ['behind the end of the log', async () => setOffset(fixture, '100')],
    [
      'before its beginning',
      async () => {
        await setOffset(fixture, '1');
        await deleteRecordsBefore(fixture, '2');
      },
    ],
  ])('stops, and resets nothing, when its offset lies %s', async (_, misplace) => {
    await fixture.produce({ text: '1' }, { text: '2' }, { text: '3' });
    await misplace();
    const before = await committedOffset(fixture);
    expect(before).toMatch(/^(100|1)$/);
    started = await startConsumer(fixture);
    const { crashes, transport } = started;
    await until(() => crashes.length > 0);
    expect(crashes[0]).toBeInstanceOf(OffsetOutOfRange);
    expect(crashes[0]?.message).toContain('run "republish"');
    expect(transport.healthy()).toMatchObject({ status: 'stopped', reason: expect.stringContaining('republish') });
    expect(await committedOffset(fixture)).toBe(before);
    expect(await fixture.effects()).toEqual([]);
  });

  it('starts without the broker, says so, and joins when it is there', async () => {
    const broker = new SwitchableBroker(fixture.kafka.brokers[0] ?? '');
    const port = await broker.reservePort();
    const starting = startConsumer(fixture, noteText, { kafka: { ...fixture.kafka, brokers: [`127.0.0.1:${port}`] } });
    await until(() => broker.refused > 0);
    await fixture.produce({ text: '1' });
    broker.accept();
    started = await starting;
    await until(async () => (await fixture.effects()).length === 1);
    await broker.close();
  });

  it('refuses to start when what handlers throw would be hidden', async () => {
    const { dataSource, kafka, logger } = fixture;
    const transport = new KafkaTransport({ service: 'tested', kafka, dataSource, logger, onCrash: () => undefined });
    const error = await new Promise((resolve) => transport.listen(resolve));
    expect(error).toMatchObject({ message: expect.stringContaining('connectConsumers') });
  });

  it('carries 10 MB of random text from the outbox to the handler, once', async () => {
    const { dataSource, kafka, logger } = fixture;
    const text = randomText(10_000_000);
    const relay = new OutboxRelay({ dataSource, kafka, logger });
    await enqueueAll(dataSource, [outgoing('a', 'small'), outgoing('a', text), outgoing('a', 'last')]);
    relay.start();
    const lengths: number[] = [];
    started = await startConsumer(fixture, (received, context) => {
      if (received !== text) lengths.push(received.length);
      return noteText(received === text ? 'all 10 MB' : received, context);
    });
    await until(async () => (await fixture.effects()).length === 3);
    expect(await fixture.effects()).toEqual(['small', 'all 10 MB', 'last']);
    expect(lengths).toEqual([5, 4]);
    await relay.stop();
  });
});
