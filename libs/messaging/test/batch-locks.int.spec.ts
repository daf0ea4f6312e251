import { uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import type { EntityManager } from 'typeorm';
import type { BatchContext } from '../src/index.ts';
import { lockAndLookUp, note, type Arrival } from '../src/inbox/inbox.ts';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { ParkedKeys } from './parked-keys.ts';
import { startBatchConsumer } from './test-consumer.ts';

const heldLocks = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`;

describe('the locks of a batch', () => {
  let fixture: MessagingFixture;
  beforeEach(async () => void (fixture = await messagingFixture()));
  afterEach(async () => {
    await fixture.close();
  });

  it('are one for 200 messages of as many keys', async () => {
    await fixture.produce(...Array.from({ length: 200 }, (_, index) => ({ key: `k${index}`, text: String(index) })));
    const seen: { messages: number; held: unknown }[] = [];
    const handler = async (_texts: unknown, { tx, messages }: BatchContext): Promise<void> => {
      const [row] = await tx.query<{ held: number }[]>(heldLocks);
      seen.push({ messages: messages.length, held: row?.held });
    };
    const { close } = await startBatchConsumer(fixture, handler);
    await until(async () => (await fixture.count('inbox')) === 200);
    await close();
    expect(seen).toEqual([{ messages: 200, held: 1 }]);
  });

  const arrivalsOf = (ids: readonly string[], partition: number): Arrival[] =>
    ids.map((id, index) => ({
      consumer: 'tested.on-call-deleted',
      id,
      key: `k${index}`,
      topic: 'call.deleted',
      partition,
      offset: String(index),
    }));
  const handled = (arrivals: readonly Arrival[]) =>
    arrivals.map((arrival) => ({ arrival, outcome: 'handled' as const }));
  const waiting = (count: number): Promise<unknown> =>
    until(async () => {
      const rows: unknown[] = await fixture.dataSource.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length === count;
    });

  it('let another instance in when the first has ended, which then finds all of it dealt with', async () => {
    const arrivals = arrivalsOf([uuidv7(), uuidv7()], 0);
    const first = fixture.dataSource.createQueryRunner();
    await first.startTransaction();
    await lockAndLookUp(first.manager, 'tested', arrivals);
    const second = fixture.dataSource.transaction((tx) => lockAndLookUp(tx, 'tested', arrivals));
    await waiting(1);
    await note(first.manager, handled(arrivals));
    await first.commitTransaction();
    await first.release();
    expect((await second).seen).toEqual(new Set(arrivals.map(({ id }) => id)));
  });

  it('end in no deadlock when two partitions bring the same messages in opposite order, and one of them has to run again', async () => {
    const ids = Array.from({ length: 200 }, () => uuidv7());
    const both = Promise.withResolvers<undefined>();
    let entered = 0;
    const work = (arrivals: readonly Arrival[]) => async (tx: EntityManager) => {
      const { seen } = await lockAndLookUp(tx, 'tested', arrivals);
      if (++entered === 2) both.resolve(undefined);
      await both.promise;
      expect(seen).toEqual(new Set());
      await note(tx, handled(arrivals));
    };
    const outcomes = await Promise.allSettled([
      fixture.dataSource.transaction(work(arrivalsOf(ids, 0))),
      fixture.dataSource.transaction(work(arrivalsOf(ids.toReversed(), 1))),
    ]);
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failures).toMatchObject([{ name: 'ArrivedMeanwhile', code: '40001' }]);
    expect(await fixture.count('inbox')).toBe(200);
  });
});

describe('a batch with messages of parked keys', () => {
  let keys: ParkedKeys;
  beforeEach(async () => void (keys = await ParkedKeys.start()));
  afterEach(async () => {
    await keys.close();
  });

  it('locks those keys alone', async () => {
    await keys.park(['1'], 'bad');
    const arrivals = ['bad', 'good', 'fine'].map((key, index): Arrival => ({
      consumer: 'tested.on-call-deleted',
      id: uuidv7(),
      key,
      topic: 'call.deleted',
      partition: 7,
      offset: String(index),
    }));
    await keys.fixture.dataSource.transaction(async (tx) => {
      expect(await lockAndLookUp(tx, 'tested', arrivals)).toEqual({ seen: new Set(), blocked: new Set(['bad']) });
      expect(await tx.query(heldLocks)).toEqual([{ held: 2 }]);
    });
  });
});
