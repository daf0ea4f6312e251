import { createHash } from 'node:crypto';
import { until } from '@ci/testing';
import {
  countParked,
  listParked,
  retryParked,
  revealParked,
  showParked,
  skipParked,
  type Retried,
  type RetryTarget,
} from '../src/index.ts';
import { deletion, topic } from './messaging-fixture.ts';
import { ParkedKeys } from './parked-keys.ts';

describe('parked messages, in the hands of an operator', () => {
  let keys: ParkedKeys;
  beforeEach(async () => void (keys = await ParkedKeys.start()));
  afterEach(async () => {
    await keys.close();
  });
  const retry = (target: RetryTarget): Promise<Retried> =>
    keys.fixture.dataSource.transaction((tx) => retryParked(tx, target, 'ann', keys.now));
  const actions = (): Promise<unknown[]> =>
    keys.fixture.dataSource.query('SELECT actor, action, target, reason FROM operator_actions ORDER BY id');
  /** As after the last try of the schedule. */
  const leftToOperator = (): Promise<unknown> =>
    keys.fixture.dataSource.query(
      `UPDATE parked_messages SET attempts = 5, next_attempt_at = NULL WHERE cause = 'failed'`,
    );

  it('are listed in their order, filtered, without a word of what they say', async () => {
    await keys.park(['secret 1', 'secret 2']);
    await keys.park(['secret 3'], 'other');
    const { dataSource } = keys.fixture;
    const listed = await listParked(dataSource);
    expect(listed).toMatchObject([
      {
        side: 'consumer',
        key: 'bad',
        topic,
        state: 'failed',
        attempts: 1,
        errorCode: 'TypeError',
        partition: 0,
        offset: '0',
      },
      { key: 'bad', state: 'waiting', attempts: 0, errorCode: null, nextAttemptAt: null },
      { key: 'other', state: 'failed', workspaceId: 'wsp_test' },
    ]);
    expect(listed[0]?.bytes).toBe(JSON.stringify(deletion('secret 1')).length);
    expect(await listParked(dataSource, { key: 'other' })).toEqual([listed[2]]);
    expect(await listParked(dataSource, { topic: 'call.ended' })).toEqual([]);
    expect(await listParked(dataSource, { workspaceId: 'wsp_other' })).toEqual([]);
    expect(await listParked(dataSource, { side: 'relay' })).toEqual([]);
    expect(await listParked(dataSource, { limit: 1 })).toHaveLength(1);
    expect(await countParked(dataSource)).toEqual({ messages: 3, keys: 2 });

    const shown = await showParked(dataSource, listed[0]?.id ?? '');
    expect(shown).toMatchObject({ headers: { ce_type: topic }, errorMessage: 'cannot read' });
    expect(await showParked(dataSource, shown?.messageId.toUpperCase() ?? '')).toEqual(shown);
    expect(JSON.stringify([listed, shown])).not.toContain('secret');
    expect(await showParked(dataSource, 'in-0')).toBeUndefined();
    expect(await actions()).toEqual([]);
  });

  it('show their payload only to somebody whose looking is recorded', async () => {
    await keys.park(['secret']);
    const { dataSource } = keys.fixture;
    const id = (await listParked(dataSource))[0]?.id ?? '';
    const payload = await dataSource.transaction((tx) => revealParked(tx, id, 'ann'));
    expect(JSON.parse(String(payload))).toEqual(deletion('secret'));
    expect(await actions()).toMatchObject([{ actor: 'ann', action: 'parked.reveal', target: { id, topic } }]);
    expect(JSON.stringify(await actions())).not.toContain('secret');
  });

  it('retried after the schedule has ended, are released in order, then live ones', async () => {
    await keys.park(['1', '2', '3']);
    await leftToOperator();
    keys.later(1_000_000);
    expect(await keys.worker().runOnce()).toBe(0);

    keys.broken = ['1'];
    expect(await retry({ key: 'bad' })).toEqual({ handledAgain: 1, sentAgain: 0 });
    await keys.fixture.produce({ key: 'bad', text: '4' });
    await until(async () => (await keys.fixture.count('inbox')) === 4);
    await keys.worker().runOnce();
    expect(await keys.fixture.effects()).toEqual([]);
    expect(await listParked(keys.fixture.dataSource)).toMatchObject([{ attempts: 6, nextAttemptAt: null }, {}, {}, {}]);

    keys.broken = [];
    await retry({ key: 'bad' });
    expect(await keys.worker().runOnce()).toBe(4);
    await keys.fixture.produce({ key: 'bad', text: '5' });
    await until(async () => (await keys.fixture.effects()).includes('5'));
    expect(await keys.fixture.effects()).toEqual(['1', '2', '3', '4', '5']);
    expect(await actions()).toMatchObject([{ action: 'parked.retry', target: { key: 'bad', handledAgain: 1 } }, {}]);
  });

  it('retried by one message, are its key alone; by all, every key; unknown ones are none', async () => {
    await keys.park(['1', '2']);
    await keys.park(['a'], 'other');
    await keys.park(['alone'], null);
    await leftToOperator();
    const [, second, , alone] = await listParked(keys.fixture.dataSource);
    expect(await retry({ message: second?.messageId ?? '' })).toEqual({ handledAgain: 1, sentAgain: 0 });
    expect(await keys.worker().runOnce()).toBe(2);
    expect(await retry({ message: alone?.id ?? '' })).toEqual({ handledAgain: 1, sentAgain: 0 });
    expect(await keys.worker().runOnce()).toBe(1);
    expect(await retry({ all: true })).toEqual({ handledAgain: 1, sentAgain: 0 });
    expect(await keys.worker().runOnce()).toBe(1);
    expect(await retry({ key: 'unknown' })).toEqual({ handledAgain: 0, sentAgain: 0 });
    expect(await keys.fixture.effects()).toEqual(['1', '2', 'alone', 'a']);
  });

  it('retried when two of a key have failed, are the first one alone: the other one keeps its schedule', async () => {
    await keys.park(['1', '2']);
    const { dataSource } = keys.fixture;
    // As when both fail at once, each in its topic's consumer.
    await dataSource.query(
      `UPDATE parked_messages SET cause = 'failed', attempts = 1, next_attempt_at = $1 WHERE cause = 'behind-parked'`,
      [new Date(keys.now.getTime() + 60_000)],
    );
    expect(await retry({ key: 'bad' })).toEqual({ handledAgain: 1, sentAgain: 0 });
    expect(await keys.worker().runOnce()).toBe(1);
    expect(await keys.fixture.effects()).toEqual(['1']);
    keys.later(1);
    expect(await keys.worker().runOnce()).toBe(1);
    expect(await keys.fixture.effects()).toEqual(['1', '2']);
  });

  it('skipped at the head or in the middle, leave the others in their order and are recorded with their hash', async () => {
    await keys.park(['1', '2', '3', '4']);
    const { dataSource } = keys.fixture;
    const [first, , third] = await listParked(dataSource);
    const skip = (target: { key: string } | { message: string }) =>
      dataSource.transaction((tx) => skipParked(tx, { service: 'tested', target, actor: 'ann', reason: 'sent twice' }));
    expect(await skip({ message: third?.id ?? '' })).toMatchObject({ id: third?.id });
    expect(await skip({ key: 'bad' })).toMatchObject({ id: first?.id });
    expect(await skip({ key: 'unknown' })).toBeUndefined();
    await expect(
      dataSource.transaction((tx) =>
        skipParked(tx, { service: 'tested', target: { key: 'bad' }, actor: 'ann', reason: ' ' }),
      ),
    ).rejects.toThrow('reason');
    // What waited behind the head needs no minute to pass.
    expect(await keys.worker().runOnce()).toBe(2);
    expect(await keys.fixture.effects()).toEqual(['2', '4']);
    expect(await keys.outcomes()).toEqual(['skipped', 'handled', 'skipped', 'handled']);
    const sha256 = createHash('sha256')
      .update(JSON.stringify(deletion('3')))
      .digest('hex');
    expect(await actions()).toMatchObject([
      {
        actor: 'ann',
        action: 'parked.skip',
        reason: 'sent twice',
        target: { id: third?.id, messageId: third?.messageId, topic, offset: '2', key: 'bad', sha256 },
      },
      { target: { id: first?.id } },
    ]);
  });

  it('skipped once, are not handled when they come again', async () => {
    await keys.park(['1']);
    const { dataSource } = keys.fixture;
    const messageId = (await listParked(dataSource))[0]?.messageId ?? '';
    await dataSource.transaction((tx) =>
      skipParked(tx, { service: 'tested', target: { message: messageId }, actor: 'ann', reason: 'r' }),
    );
    await keys.fixture.produce({ key: 'bad', text: '1', id: messageId }, { key: 'bad', text: '2' });
    await until(async () => (await keys.fixture.effects()).length > 0);
    expect(await keys.fixture.effects()).toEqual(['2']);
  });
});
