import { erasingTopics } from '@ci/contracts';
import { until } from '@ci/testing';
import { withdrawMessages } from '../src/index.ts';
import { enqueueAll, messagingFixture, outgoing, topic, type MessagingFixture } from './messaging-fixture.ts';
import { noteText, startConsumer, type TestConsumer } from './test-consumer.ts';

let fixture: MessagingFixture;
let started: TestConsumer | undefined;
beforeEach(async () => void (fixture = await messagingFixture()));
afterEach(async () => {
  await started?.close();
  started = undefined;
  await fixture.close();
});

const arrived = (count: number): Promise<unknown> =>
  until(async () => (await fixture.count('inbox')) >= count, { describe: `${count} messages to be dealt with` });
const outcomes = async (): Promise<string[]> => {
  const rows: { outcome: string }[] = await fixture.dataSource.query('SELECT outcome FROM inbox ORDER BY kafka_offset');
  return rows.map(({ outcome }) => outcome);
};

describe('a message of an erasing topic', () => {
  /** Two keys with two parked messages each, under a consumer that takes the topic for any other. */
  async function parkTwoKeys(): Promise<void> {
    started = await startConsumer(fixture, () => {
      throw new TypeError('poison');
    });
    await fixture.produce(
      { key: 'gone', text: 'secret 1' },
      { key: 'gone', text: 'secret 2' },
      { key: 'kept', text: 'kept 1' },
      { key: 'kept', text: 'kept 2' },
    );
    await arrived(4);
    await started.close();
  }

  it('is one that the contracts declare so', () => {
    expect([...erasingTopics]).toEqual(['call.deleted']);
  });

  it('passes what is parked of its key, removes it with its contents, and leaves other keys alone', async () => {
    await parkTwoKeys();
    started = await startConsumer(fixture, noteText, { erasingTopics });
    await fixture.produce({ key: 'gone', text: 'deletion' });
    await arrived(5);
    expect(await fixture.effects()).toEqual(['deletion']);
    const left = await fixture.dataSource.query(
      `SELECT key, convert_from(value, 'UTF8') AS value FROM parked_messages ORDER BY id`,
    );
    expect(left).toMatchObject([{ key: 'kept' }, { key: 'kept' }]);
    expect(JSON.stringify(left)).not.toContain('secret');
    expect(await outcomes()).toEqual(['ignored', 'ignored', 'parked', 'parked', 'handled']);
    // The key is free again.
    await fixture.produce({ key: 'gone', text: 'after' });
    await until(async () => (await fixture.effects()).includes('after'));
  });

  it('that fails erases nothing, and waits behind the others', async () => {
    await parkTwoKeys();
    started = await startConsumer(
      fixture,
      () => {
        throw new TypeError('still poison');
      },
      { erasingTopics },
    );
    await fixture.produce({ key: 'gone', text: 'deletion' });
    await arrived(5);
    expect(await outcomes()).toEqual(['parked', 'parked', 'parked', 'parked', 'parked']);
    expect(await fixture.count('parked_messages')).toBe(5);
  });
});

describe('withdrawMessages', () => {
  it('takes back what a workspace has not sent yet under keys, also what the broker refused', async () => {
    const foreign = { ...outgoing('gone', 'of another workspace'), workspaceId: 'wsp_other' };
    const all = [outgoing('gone', '1'), outgoing('kept', '2'), outgoing('gone', '3'), outgoing('gone', '4'), foreign];
    await enqueueAll(fixture.dataSource, all);
    await fixture.dataSource.query(
      `WITH refused AS (DELETE FROM outbox WHERE payload LIKE '%"4"%' RETURNING *)
       INSERT INTO outbox_parked
       SELECT id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, 'too_large', 'too large' FROM refused`,
    );
    const withdrawn = await fixture.dataSource.transaction((tx) =>
      withdrawMessages(tx, [
        { workspaceId: 'wsp_test', key: 'gone' },
        { workspaceId: 'wsp_other', key: 'kept' },
      ]),
    );
    expect(withdrawn).toBe(3);
    expect(await fixture.count('outbox_parked')).toBe(0);
    expect(await fixture.dataSource.query('SELECT workspace_id, key, topic FROM outbox ORDER BY id')).toEqual([
      { workspace_id: 'wsp_test', key: 'kept', topic },
      { workspace_id: 'wsp_other', key: 'gone', topic },
    ]);
  });

  it('also takes back what the relay sets aside while it waits', async () => {
    await enqueueAll(fixture.dataSource, [outgoing('gone', 'too large')]);
    const relay = fixture.dataSource.createQueryRunner();
    await relay.startTransaction();
    await relay.query(
      `WITH refused AS (DELETE FROM outbox RETURNING *)
       INSERT INTO outbox_parked
       SELECT id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, 'too_large', 'too large' FROM refused`,
    );
    const withdrawing = fixture.dataSource.transaction((tx) =>
      withdrawMessages(tx, [{ workspaceId: 'wsp_test', key: 'gone' }]),
    );
    await until(async () => {
      const [row]: { n: string }[] = await fixture.dataSource.query(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return Number(row?.n) === 1;
    });
    await relay.commitTransaction();
    await relay.release();
    expect(await withdrawing).toBe(1);
    expect(await fixture.count('outbox_parked')).toBe(0);
  });
});
