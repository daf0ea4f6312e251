import { uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import { inboxPruning, Pruner, shortestInboxRetentionDays, type PruneTask } from '../src/index.ts';
import { Lease } from '../src/relay/lease.ts';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { startConsumer } from './test-consumer.ts';

let fixture: MessagingFixture;
beforeEach(async () => void (fixture = await messagingFixture()));
afterEach(() => fixture.close());

const prunerOf = (tasks: readonly PruneTask[], options: { batchSize?: number; leaseMs?: number } = {}): Pruner =>
  new Pruner({ dataSource: fixture.dataSource, logger: fixture.logger, tasks, pauseMs: 1, ...options });

/** Messages that arrived so many days ago. */
async function arrivedBefore(days: number, count: number): Promise<void> {
  await fixture.dataSource.query(
    `INSERT INTO inbox (consumer, message_id, topic, partition, kafka_offset, outcome, received_at)
     SELECT 'c', gen_random_uuid(), 't', 0, n, 'handled', clock_timestamp() - $1 * interval '1 day' FROM generate_series(1, $2) n`,
    [days, count],
  );
}

describe('pruning the inbox', () => {
  it('refuses to forget before Kafka has', () => {
    expect(shortestInboxRetentionDays).toBe(8);
    for (const days of [7.9, 0, -1, Number.NaN]) expect(() => inboxPruning(days)).toThrow(/at least 8 days/);
    expect(inboxPruning(8).name).toBe('inbox rows');
  });

  it('takes what is older than its time, all of it, and nothing younger', async () => {
    await arrivedBefore(8.01, 25);
    await arrivedBefore(7.99, 5);
    const batches: number[] = [];
    const { name, prune } = inboxPruning(8);
    const counting: PruneTask = {
      name,
      prune: async (dataSource, limit) => {
        const removed = await prune(dataSource, limit);
        batches.push(removed);
        return removed;
      },
    };
    expect(await prunerOf([counting], { batchSize: 10 }).runOnce()).toEqual({ 'inbox rows': 25 });
    expect(batches).toEqual([10, 10, 5]);
    expect(await fixture.count('inbox')).toBe(5);
  });

  it('leaves alone what is parked: its outcome is yet to be noted', async () => {
    const consumer = await startConsumer(fixture, () => {
      throw new TypeError('poison');
    });
    await fixture.produce({ key: 'a' });
    await until(async () => (await fixture.count('parked_messages')) === 1);
    await consumer.close();
    await fixture.dataSource.query(`UPDATE inbox SET received_at = received_at - interval '1 year'`);
    await arrivedBefore(365, 3);
    expect(await prunerOf([inboxPruning(8)]).runOnce()).toEqual({ 'inbox rows': 3 });
    expect(await fixture.dataSource.query('SELECT outcome FROM inbox')).toEqual([{ outcome: 'parked' }]);
  });

  it('does not wait for a row that somebody works on', async () => {
    await arrivedBefore(30, 3);
    const worker = fixture.dataSource.createQueryRunner();
    await worker.startTransaction();
    await worker.query('SELECT FROM inbox WHERE kafka_offset = 2 FOR UPDATE');
    expect(await prunerOf([inboxPruning(8)]).runOnce()).toEqual({ 'inbox rows': 2 });
    await worker.rollbackTransaction();
    await worker.release();
    expect(await prunerOf([inboxPruning(8)]).runOnce()).toEqual({ 'inbox rows': 1 });
  });
});

describe('the pruner', () => {
  it('works in one instance at a time, and the next one takes over', async () => {
    let atWork = 0;
    let most = 0;
    let end: () => void = () => undefined;
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const slow: PruneTask = {
      name: 'slow',
      prune: async () => {
        most = Math.max(most, (atWork += 1));
        await mayEnd;
        atWork -= 1;
        return 1;
      },
    };
    const [one, other] = [prunerOf([slow]), prunerOf([slow])];
    const first = one.runOnce();
    await until(() => atWork === 1);
    expect(await other.runOnce()).toBeUndefined();
    end();
    expect(await first).toEqual({ slow: 1 });
    expect(await other.runOnce()).toEqual({ slow: 1 });
    expect(most).toBe(1);
  });

  it('takes over from one that died, once its lease has run out', async () => {
    await fixture.dataSource.query(
      `INSERT INTO leases VALUES ('pruning', $1, 1, clock_timestamp() + interval '1 hour')`,
      [uuidv7()],
    );
    const pruner = prunerOf([inboxPruning(8)]);
    expect(await pruner.runOnce()).toBeUndefined();
    await fixture.dataSource.query('UPDATE leases SET expires_at = clock_timestamp()');
    expect(await pruner.runOnce()).toEqual({ 'inbox rows': 0 });
  });

  it('goes on with the other tasks when one fails', async () => {
    const failing: PruneTask = { name: 'failing', prune: () => Promise.reject(new Error('no')) };
    await arrivedBefore(30, 1);
    expect(await prunerOf([failing, inboxPruning(8)]).runOnce()).toEqual({ failing: 0, 'inbox rows': 1 });
  });

  it('stops between two statements, and leaves its lease to the others', async () => {
    let rounds = 0;
    const endless: PruneTask = {
      name: 'endless',
      prune: (_dataSource, limit) => Promise.resolve(((rounds += 1), limit)),
    };
    const { dataSource, logger } = fixture;
    const pruner = new Pruner({ dataSource, logger, tasks: [endless], intervalMs: 1, pauseMs: 1 });
    pruner.start();
    await until(() => rounds > 3);
    await pruner.stop();
    const stoppedAt = rounds;
    expect(await prunerOf([inboxPruning(8)]).runOnce()).toEqual({ 'inbox rows': 0 });
    expect(rounds).toBe(stoppedAt);
  });
});

describe('storage settings', () => {
  it.each([
    [
      'outbox',
      ['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=1000', 'autovacuum_vacuum_cost_delay=0'],
    ],
    ['parked_messages', ['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=1000']],
    ['inbox', ['autovacuum_vacuum_scale_factor=0.01', 'autovacuum_vacuum_insert_scale_factor=0.05']],
    ['leases', ['fillfactor=20', 'autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=500']],
  ])('%s is vacuumed by the number of its dead rows, not by a fifth of its size', async (table, settings) => {
    const [found]: { options: string[] }[] = await fixture.dataSource.query(
      `SELECT reloptions AS options FROM pg_class WHERE oid = $1::regclass`,
      [table],
    );
    expect(found?.options).toEqual(expect.arrayContaining(settings));
  });

  it('a renewed lease stays on its page without new index entries', async () => {
    // Counted within one transaction: how soon old versions may be removed depends on whatever else the server has open.
    const renewals = await fixture.dataSource.transaction(async (tx) => {
      const lease = new Lease(tx, { name: 'renewed', owner: 'one', ttlMs: 0 });
      for (let round = 0; round < 20; round += 1) expect(await lease.hold()).toBe(true);
      return tx.query<{ inserted: string; updated: string; inPlace: string }[]>(
        `SELECT n_tup_ins AS inserted, n_tup_upd AS updated, n_tup_hot_upd AS "inPlace"
         FROM pg_stat_xact_user_tables WHERE relid = 'leases'::regclass`,
      );
    });
    expect(renewals).toEqual([{ inserted: '1', updated: '19', inPlace: '19' }]);
  });
});
