import { until } from '@ci/testing';
import { Ignore, listParked, skipParked, type ParkedDetails, type SkipTarget } from '../src/index.ts';
import { ParkedKeys } from './parked-keys.ts';

describe('parked messages, when several work on them', () => {
  let keys: ParkedKeys;
  beforeEach(async () => void (keys = await ParkedKeys.start()));
  afterEach(async () => {
    await keys.close();
  });
  const skip = (target: SkipTarget): Promise<ParkedDetails | undefined> =>
    keys.fixture.dataSource.transaction((tx) =>
      skipParked(tx, { service: 'tested', target, actor: 'ann', reason: 'test' }),
    );

  it('a live message waits while its key is being released, and is handled after it', async () => {
    await keys.park(['1', '2']);
    keys.later(1);
    const letGo = keys.hold('2');
    const releasing = keys.worker().runOnce();
    await keys.called('2');
    await keys.fixture.produce({ key: 'bad', text: '3' });
    await keys.hasWaiter();
    expect(keys.calls).toEqual(['1', '2']);
    letGo();
    expect(await releasing).toBe(2);
    await until(async () => (await keys.fixture.effects()).length === 3);
    expect(await keys.fixture.effects()).toEqual(['1', '2', '3']);
    expect(await keys.fixture.count('parked_messages')).toBe(0);
  });

  it('a live message of another key does not wait meanwhile', async () => {
    await keys.park(['1']);
    keys.later(1);
    const letGo = keys.hold('1');
    const releasing = keys.worker().runOnce();
    await keys.called('1');
    await keys.fixture.produce({ key: 'good', text: 'good' });
    await until(async () => (await keys.fixture.effects()).includes('good'));
    letGo();
    await releasing;
  });

  it.each([
    ['a key', 'bad', ['1', '2', '3']],
    ['a message without a key', null, ['1']],
  ])('two workers release %s once and in order', async (_name, key, texts) => {
    await keys.park(texts, key);
    keys.later(1);
    const letGo = keys.hold('1');
    const releasing = [keys.worker().runOnce(), keys.worker().runOnce()];
    await keys.called('1');
    await keys.hasWaiter();
    letGo();
    const released = await Promise.all(releasing);
    expect(released.reduce((sum, count) => sum + count)).toBe(texts.length);
    expect(await keys.fixture.effects()).toEqual(texts);
    expect(keys.calls).toEqual(texts);
  });

  it.each([
    ['its id', async () => ({ message: (await listParked(keys.fixture.dataSource))[0]?.id ?? '' })],
    ['its key', async () => ({ key: 'bad' })],
  ])(
    'a skip by %s that waited for a successful attempt skips nothing, not the next one either',
    async (_name, target) => {
      await keys.park(['1', '2']);
      keys.later(1);
      const letGo = keys.hold('1');
      const releasing = keys.worker().runOnce();
      await keys.called('1');
      const skipping = skip(await target());
      await keys.hasWaiter();
      letGo();
      expect(await skipping).toBeUndefined();
      expect(await releasing).toBe(2);
      expect(await keys.fixture.effects()).toEqual(['1', '2']);
      expect(await keys.fixture.count('operator_actions')).toBe(0);
    },
  );

  it('a skip that waited for a failing attempt removes the message for good, and the next one is tried', async () => {
    await keys.park(['1', '2', '3']);
    keys.later(1);
    const letGo = keys.hold('1');
    const releasing = keys.worker().runOnce();
    await keys.called('1');
    const skipping = skip({ key: 'bad' });
    await keys.hasWaiter();
    keys.broken = ['1'];
    letGo();
    expect(await skipping).toMatchObject({ attempts: expect.any(Number), state: 'failed' });
    await releasing;
    await keys.worker().runOnce();
    expect(await keys.fixture.effects()).toEqual(['2', '3']);
    expect(await keys.outcomes()).toEqual(['skipped', 'handled', 'handled']);
    expect(await keys.fixture.count('parked_messages')).toBe(0);
  });

  it('a live message waits while the message before it is being skipped, and is handled at once, not parked', async () => {
    await keys.park(['1']);
    const { dataSource } = keys.fixture;
    const skipping = dataSource.createQueryRunner();
    await skipping.startTransaction();
    const target = { key: 'bad' };
    await skipParked(skipping.manager, { service: 'tested', target, actor: 'ann', reason: 'test' });
    await keys.fixture.produce({ key: 'bad', text: '2' });
    await keys.hasWaiter();
    await skipping.commitTransaction();
    await skipping.release();
    await until(async () => (await keys.fixture.effects()).length === 1);
    expect(await keys.outcomes()).toEqual(['skipped', 'handled']);
  });

  it('a skip that came between an attempt and what the worker makes of it stays what it was', async () => {
    await keys.park(['1']);
    keys.later(1);
    const letGo = keys.hold('1');
    const releasing = keys.worker().runOnce();
    await keys.called('1');
    const skipping = skip({ key: 'bad' });
    await keys.hasWaiter();
    keys.broken = ['1'];
    keys.failure = new Ignore('of no concern any more');
    letGo();
    expect(await skipping).toBeDefined();
    expect(await releasing).toBe(0);
    expect(await keys.outcomes()).toEqual(['skipped']);
  });

  it('a worker that dies between the effect and the release leaves both undone, and the next one does both once', async () => {
    await keys.park(['1', '2']);
    keys.later(1);
    const { dataSource } = keys.fixture;
    await dataSource.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`);
    await dataSource.query('CREATE TRIGGER die BEFORE DELETE ON parked_messages FOR EACH ROW EXECUTE FUNCTION die()');
    await keys.worker().runOnce();
    expect(keys.calls).toEqual(['1']);
    expect(await keys.fixture.effects()).toEqual([]);
    expect(await listParked(dataSource)).toMatchObject([{ attempts: 1, state: 'failed' }, { state: 'waiting' }]);

    await dataSource.query('DROP TRIGGER die ON parked_messages');
    expect(await keys.worker().runOnce()).toBe(2);
    expect(await keys.fixture.effects()).toEqual(['1', '2']);
  });
});
