import { uuidv7 } from '@ci/ids';
import { Metrics } from '@ci/observability';
import { until } from '@ci/testing';
import { ConsumerLag } from '../src/measuring/consumer-lag.ts';
import { countMessages, measureLag, measureQueues } from '../src/measuring/measure-messages.ts';
import { enqueueAll, messagingFixture, outgoing, topic, type MessagingFixture } from './messaging-fixture.ts';
import { startConsumer, type TestConsumer } from './test-consumer.ts';

let fixture: MessagingFixture;

beforeAll(async () => {
  fixture = await messagingFixture();
}, 30_000);

afterAll(() => fixture.close());

/** A reading is kept for seconds: each question has its own metrics. */
async function queues(name: string): Promise<number | undefined> {
  const metrics = new Metrics('messaging-test');
  measureQueues(metrics, fixture.dataSource);
  return metrics.valueOf(name);
}

describe('what waits to be sent', () => {
  it('is counted, with the age of the oldest', async () => {
    expect([await queues('ci_outbox_messages'), await queues('ci_outbox_age_seconds')]).toEqual([0, 0]);
    await enqueueAll(fixture.dataSource, [outgoing('call-1', 'one'), outgoing('call-2', 'two')]);
    await fixture.dataSource.query(
      `UPDATE outbox SET created_at = created_at - interval '1 hour' WHERE key = 'call-1'`,
    );
    expect(await queues('ci_outbox_messages')).toBe(2);
    expect(await queues('ci_outbox_age_seconds')).toBeGreaterThanOrEqual(3_600);
  });
});

describe('what is set aside', () => {
  it('is counted by its keys and messages; what has no key counts as one of its own', async () => {
    for (const key of ['parked', 'parked', null]) await park(key);
    expect([await queues('ci_parked_keys'), await queues('ci_parked_messages')]).toEqual([2, 3]);
  });
});

describe('what waits to be consumed', () => {
  it('is counted while nobody consumes, and is nothing when all is dealt with', async () => {
    const lag = new ConsumerLag({ ...fixture, service: 'measured', topics: () => [topic] });
    const metrics = new Metrics('messaging-test');
    const onProcessed = countMessages(metrics);
    let consumer: TestConsumer | undefined;
    try {
      await fixture.produce({ text: 'one' }, { text: 'two' }, { text: 'three' });
      // The broker may have to find out first who looks after the group: until then it is not read.
      const waiting = await until(() => lag.read(), { describe: 'the lag to be read' });
      expect(waiting).toEqual([{ topic, messages: 3 }]);
      consumer = await startConsumer(fixture, undefined, { service: 'measured', onProcessed });
      await until(async () => (await lag.read())[0]?.messages === 0, { describe: 'the lag to end' });
      expect(await metrics.text()).toContain(
        `ci_consumed_messages_total{topic="${topic}",outcome="handled",service="messaging-test"} 3`,
      );
    } finally {
      await consumer?.close();
      await lag.close();
    }
  }, 60_000);

  it('is not shown while the broker is away, and asking again connects anew', async () => {
    const kafka = { ...fixture.kafka, brokers: ['127.0.0.1:1'] };
    const lag = new ConsumerLag({ ...fixture, kafka, service: 'measured', topics: () => [topic] });
    await expect(lag.read()).rejects.toThrow();
    await expect(lag.read()).rejects.toThrow();
    const metrics = new Metrics('messaging-test');
    measureLag(metrics, lag);
    const text = await metrics.text();
    expect(text).toContain('ci_unread{part="kafka",service="messaging-test"} 1');
    expect(text).not.toContain('ci_consumer_lag_messages{');
  }, 60_000);
});

async function park(key: string | null): Promise<void> {
  await fixture.dataSource.query(
    `INSERT INTO parked_messages (consumer, key, message_id, topic, partition, kafka_offset, headers, value, cause)
     VALUES ('another', $1, $2, $3, 0, 0, '{}', '', 'failed')`,
    [key, uuidv7(), topic],
  );
}
