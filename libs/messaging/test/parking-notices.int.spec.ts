import { uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import kafkajs from 'kafkajs';
import { declareTopics, enqueue, listParked, OutboxRelay, retryParked, showParked, skipParked } from '../src/index.ts';
import { noticeParked } from '../src/parking/parking-notice.ts';
import { deletion, messagingFixture, outgoing, topic, type MessagingFixture } from './messaging-fixture.ts';
import { ParkedKeys } from './parked-keys.ts';
import { randomText } from './random-text.ts';
import { readTopic } from './read-topic.ts';

interface NoticeRow {
  readonly topic: string;
  readonly key: string;
  readonly payload: string;
}

const notices = (fixture: MessagingFixture): Promise<NoticeRow[]> =>
  fixture.dataSource.query(`SELECT topic, key, payload FROM outbox WHERE topic LIKE '%.dlq' ORDER BY id`);

describe('a notice of a parked message', () => {
  it('stands in the outbox once per parked key, says where the message is and nothing of what it says', async () => {
    const keys = await ParkedKeys.start('contacts');
    try {
      await keys.park(['secret 1', 'secret 2', 'secret 3']);
      const [notice, ...others] = await notices(keys.fixture);
      expect(others).toEqual([]);
      const data = JSON.parse(notice?.payload ?? '') as Record<string, unknown>;
      expect(data).toEqual({
        service: 'contacts',
        side: 'consumer',
        message_id: notice?.key,
        topic,
        partition: 0,
        offset: '0',
        key: 'bad',
        workspace_id: 'wsp_test',
        error_code: 'TypeError',
        parked_at: expect.stringMatching(/Z$/),
      });
      expect(notice?.topic).toBe('contacts.dlq');
    } finally {
      await keys.close();
    }
  });

  it('is not there when the parking is not', async () => {
    const fixture = await messagingFixture();
    try {
      const parked = { message_id: uuidv7(), topic, partition: 0, offset: '0', key: null, workspace_id: null };
      const failing = fixture.dataSource.transaction(async (tx) => {
        await noticeParked(tx, 'contacts', { side: 'consumer', ...parked, error_code: 'E' });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await notices(fixture)).toEqual([]);
    } finally {
      await fixture.close();
    }
  });
});

describe('a message that the broker refuses', () => {
  let fixture: MessagingFixture;
  let relay: OutboxRelay;
  beforeEach(async () => {
    fixture = await messagingFixture({ maxMessageBytes: 50_000 });
    const { dataSource, kafka, logger } = fixture;
    const dlq = { name: 'contacts.dlq', partitions: 1, retentionMs: 600_000, maxMessageBytes: 1_000_000 };
    await declareTopics(kafka, { declarations: [dlq] });
    relay = new OutboxRelay({ dataSource, kafka, logger, poll: { minMs: 10, maxMs: 20 } });
    relay.start();
  });
  afterEach(async () => {
    await relay.stop();
    await fixture.close();
  });
  const tooLarge = { ...outgoing('bad', 'x'), data: deletion(randomText(90_000)) };
  const send = (...messages: Parameters<typeof enqueue>[2]) =>
    fixture.dataSource.transaction((tx) => enqueue(tx, '/contacts', messages));

  const refused = async (): Promise<string> => {
    await send(outgoing('bad', 'before'), tooLarge, outgoing('bad', 'after'), outgoing('good', 'other'));
    await until(async () => (await fixture.count('outbox_parked')) === 1);
    const id = (await listParked(fixture.dataSource, { side: 'relay' }))[0]?.id ?? '';
    return id;
  };
  const sentOfBad = async (atLeast: number): Promise<string[]> => {
    const records = await readTopic(fixture, atLeast);
    return records.filter(({ key }) => key === 'bad').map(({ text }) => (text.length > 100 ? 'too large' : text));
  };

  it('is told of on the *.dlq topic, although its own key waits', async () => {
    const parked = await showParked(fixture.dataSource, await refused());
    const [notice] = await readTopic({ ...fixture, wireTopic: fixture.wireTopic.replace(topic, 'contacts.dlq') }, 1);
    expect(notice).toMatchObject({
      key: parked?.messageId,
      headers: { ce_type: 'contacts.dlq', ce_source: '/contacts' },
    });
    expect(parked).toMatchObject({ state: 'refused', errorCode: 'MESSAGE_TOO_LARGE', bytes: expect.any(Number) });
    // All that is left is what waits behind it.
    await until(async () => (await fixture.count('outbox')) === 1);
  });

  it('is sent again before what waits behind it, once the broker takes it', async () => {
    const id = await refused();
    await setMessageLimit(fixture, '1000000');
    // The broker takes the setting over when it gets to it.
    await until(() => fixture.produce({ key: 'probe', text: tooLarge.data.call_id }).then(() => true));
    const { dataSource } = fixture;
    expect(await dataSource.transaction((tx) => retryParked(tx, { message: id }, 'ann'))).toEqual({
      handledAgain: 0,
      sentAgain: 1,
    });
    expect(await sentOfBad(5)).toEqual(['before', 'too large', 'after']);
    expect(await fixture.count('outbox_parked')).toBe(0);
  });

  it('is parked again when it is retried and nothing has changed', async () => {
    await refused();
    const { dataSource } = fixture;
    const retried = await dataSource.transaction((tx) => retryParked(tx, { key: 'bad' }, 'ann'));
    expect(retried).toEqual({ handledAgain: 0, sentAgain: 1 });
    await until(async () => (await fixture.count('outbox_parked')) === 1);
    expect(await sentOfBad(2)).toEqual(['before']);
  });

  it('is skipped, with a record of it, and what waits behind it is sent', async () => {
    const id = await refused();
    const { dataSource } = fixture;
    const skipping = { service: 'contacts', target: { key: 'bad' }, actor: 'ann', reason: 'too large for everybody' };
    expect(await dataSource.transaction((tx) => skipParked(tx, skipping))).toMatchObject({ id, side: 'relay' });
    expect(await sentOfBad(3)).toEqual(['before', 'after']);
    const [action] = await dataSource.query('SELECT action, reason, target FROM operator_actions');
    expect(action).toMatchObject({ action: 'parked.skip', reason: skipping.reason, target: { id, topic } });
  });
});

async function setMessageLimit({ kafka, wireTopic }: MessagingFixture, bytes: string): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: [...kafka.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const configEntries = [{ name: 'max.message.bytes', value: bytes }];
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  await admin.alterConfigs({ validateOnly: false, resources: [{ type, name: wireTopic, configEntries }] });
  await admin.disconnect();
}
