import { until } from '@ci/testing';
import { ParkingWorker } from '../src/index.ts';
import { envelopeHeaders, messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { noteText, startConsumer, type TestConsumer, type TestHandler } from './test-consumer.ts';

describe('poison messages', () => {
  let fixture: MessagingFixture;
  let started: TestConsumer | undefined;
  let now = new Date('2026-11-20T12:00:00.000Z');
  const consumer = async (handler?: TestHandler, options?: object): Promise<TestConsumer> =>
    (started = await startConsumer(fixture, handler, { now: () => now, ...options }));
  const worker = ({ transport }: TestConsumer): ParkingWorker => {
    const { dataSource, logger } = fixture;
    return new ParkingWorker({ transport, dataSource, logger, now: () => now });
  };
  const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000));
  const parked = (): Promise<unknown[]> =>
    fixture.dataSource.query('SELECT key, cause, attempts, error_code FROM parked_messages ORDER BY id');
  const arrived = (count: number): Promise<unknown> =>
    until(async () => (await fixture.count('inbox')) >= count, { describe: `${count} messages to be dealt with` });

  beforeEach(async () => void (fixture = await messagingFixture()));
  afterEach(async () => {
    await started?.close();
    await fixture.close();
  });

  it('park their key alone, later messages behind them, and are released in order', async () => {
    let broken = true;
    await fixture.produce(
      { key: 'bad', text: 'bad 1' },
      { key: 'good', text: 'good 1' },
      { key: 'bad', text: 'bad 2' },
      { key: 'good', text: 'good 2' },
      { key: 'bad', text: 'bad 3' },
    );
    const consuming = await consumer((text, context) => {
      if (text === 'bad 1' && broken) throw new TypeError('cannot read');
      return noteText(text, context);
    });
    await arrived(5);
    expect(await fixture.effects()).toEqual(['good 1', 'good 2']);
    expect(await parked()).toEqual([
      { key: 'bad', cause: 'failed', attempts: 1, error_code: 'TypeError' },
      { key: 'bad', cause: 'behind-parked', attempts: 0, error_code: null },
      { key: 'bad', cause: 'behind-parked', attempts: 0, error_code: null },
    ]);

    const parking = worker(consuming);
    broken = false;
    expect(await parking.runOnce()).toBe(0); // not yet
    later(1);
    expect(await parking.runOnce()).toBe(3);
    expect(await fixture.effects()).toEqual(['good 1', 'good 2', 'bad 1', 'bad 2', 'bad 3']);
    expect(await fixture.count('parked_messages')).toBe(0);
    expect(await fixture.dataSource.query('SELECT DISTINCT outcome FROM inbox')).toEqual([{ outcome: 'handled' }]);

    await fixture.produce({ key: 'bad', text: 'bad 4' });
    await until(async () => (await fixture.effects()).includes('bad 4'));
  });

  it('are tried after 1 m, 5 m, 30 m and 2 h, then left to an operator', async () => {
    let tries = 0;
    await fixture.produce({ key: 'bad' });
    const consuming = await consumer(() => {
      tries += 1;
      throw new Error('always');
    });
    await arrived(1);
    const parking = worker(consuming);
    for (const minutes of [1, 5, 30, 120]) {
      const before = tries;
      later(minutes - 0.01);
      await parking.runOnce();
      expect(tries).toBe(before);
      later(0.02);
      await parking.runOnce();
      expect(tries).toBe(before + 1);
    }
    later(100_000);
    await parking.runOnce();
    expect(tries).toBe(5);
    expect(await parked()).toEqual([{ key: 'bad', cause: 'failed', attempts: 5, error_code: 'Error' }]);
  });

  it('stop the release of their key where one fails again', async () => {
    let broken = ['1', '2'];
    await fixture.produce({ text: '1' }, { text: '2' }, { text: '3' });
    const consuming = await consumer((text, context) => {
      if (broken.includes(text)) throw new Error('broken');
      return noteText(text, context);
    });
    await arrived(3);
    broken = ['2'];
    later(1);
    expect(await worker(consuming).runOnce()).toBe(1);
    expect(await fixture.effects()).toEqual(['1']);
    expect(await parked()).toMatchObject([{ cause: 'failed', attempts: 1 }, { cause: 'behind-parked' }]);
  });

  it('wait without counting while the database or another dependency is away', async () => {
    let fault: Error = new Error('broken');
    await fixture.produce({ text: '1' });
    const consuming = await consumer(() => {
      throw fault;
    });
    await arrived(1);
    fault = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    later(1);
    expect(await worker(consuming).runOnce()).toBe(0);
    expect(await parked()).toMatchObject([{ attempts: 1, error_code: 'Error' }]);
  });

  it('keep their raw bytes when they are no JSON, break the contract or have no usable envelope', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x22]);
    await fixture.produce(
      { key: 'a', value: bytes },
      { key: 'b', value: '{"call_id": 7}' },
      { key: 'c', headers: {} },
      { key: 'd', value: Buffer.alloc(0) },
      { key: Buffer.from([0xff, 0x00]), value: 'binary key' },
      { key: 'e', text: 'fine' },
    );
    await consumer();
    await arrived(6);
    const rows: { error_code: string; value: Buffer }[] = await fixture.dataSource.query(
      'SELECT error_code, value FROM parked_messages ORDER BY id',
    );
    const expected = ['invalid_json', 'contract_violation', 'invalid_envelope', 'invalid_json', 'invalid_json'];
    expect(rows.map((row) => row.error_code)).toEqual(expected);
    expect(rows[0]?.value).toEqual(bytes);
    expect(await fixture.effects()).toEqual(['fine']);
  });

  it('park alone without a key, and are handled without a valid id, once', async () => {
    await fixture.produce(
      { key: null, text: 'bad' },
      { key: null, text: 'good' },
      { key: 'a', text: 'no id', headers: { ...envelopeHeaders(), ce_id: 'x' } },
    );
    await consumer((text, context) => {
      if (text === 'bad') throw new Error('bad');
      return noteText(text, context);
    });
    await arrived(3);
    expect(await fixture.effects()).toEqual(['good', 'no id']);
    expect(await parked()).toMatchObject([{ key: null, cause: 'failed' }]);
  });

  it('are not lost when a handler swallows the error of a statement', async () => {
    await fixture.produce({ key: 'a', text: '1' });
    await consumer(async (text, context) => {
      await noteText(text, context);
      await context.tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await arrived(1);
    expect(await fixture.effects()).toEqual([]);
    expect(await fixture.count('parked_messages')).toBe(1);
  });

  it('are not parked when many keys fail at once: the partition waits, health says so, and it goes on by itself', async () => {
    let broken = true;
    await fixture.produce(...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key, text: key })));
    const { transport } = await consumer(
      (text, context) => {
        if (broken) throw new Error('a bug in the release');
        return noteText(text, context);
      },
      { systemic: { keys: 2, windowMs: 60_000 } },
    );
    await until(() => transport.healthy().status === 'degraded');
    await expect(transport.assertHealthy()).rejects.toThrow('too many keys');
    expect(await parked()).toMatchObject([{ key: 'a' }, { key: 'b' }]);
    broken = false;
    await until(async () => (await fixture.effects()).length === 4);
    expect(await fixture.effects()).toEqual(['c', 'd', 'e', 'f']);
    expect(transport.healthy()).toEqual({ status: 'ok' });
  });
});
