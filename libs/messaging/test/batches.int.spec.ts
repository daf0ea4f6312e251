import { uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import { setOffset } from './group-offsets.ts';
import { envelopeHeaders, messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import {
  noteText,
  startBatchConsumer,
  startConsumer,
  type BatchOf,
  type TestConsumer,
  type TestHandler,
} from './test-consumer.ts';

const noteTexts: BatchOf = (texts, { tx, messages }) =>
  tx.query('INSERT INTO effects (key, text) SELECT * FROM unnest($1::text[], $2::text[])', [
    messages.map(({ key }) => key),
    texts,
  ]);

describe('messages of one partition', () => {
  let fixture: MessagingFixture;
  const open: TestConsumer[] = [];
  const kept = async (starting: Promise<TestConsumer>): Promise<TestConsumer> => {
    const started = await starting;
    open.push(started);
    return started;
  };
  const consumer = (...rest: [TestHandler?, object?]): Promise<TestConsumer> => kept(startConsumer(fixture, ...rest));
  const batchConsumer = (handler: BatchOf = noteTexts, options: object = {}): Promise<TestConsumer> =>
    kept(startBatchConsumer(fixture, handler, options));
  const arrived = (count: number): Promise<unknown> =>
    until(async () => (await fixture.count('inbox')) >= count, { describe: `${count} messages to be dealt with` });
  /** How many transactions wrote the effects. */
  const transactions = async (): Promise<number> => {
    const [row] = await fixture.dataSource.query<{ n: number }[]>(
      'SELECT count(DISTINCT xmin::text)::int AS n FROM effects',
    );
    return row?.n ?? 0;
  };
  const numbered = (count: number, key = (index: number) => `k${index % 7}`) =>
    Array.from({ length: count }, (_, index) => ({ key: key(index), text: String(index) }));
  const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

  beforeEach(async () => void (fixture = await messagingFixture()));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await fixture.close();
  });

  it('share transactions, within the limits, in order', async () => {
    await fixture.produce(...numbered(50));
    const sizes: number[] = [];
    await batchConsumer(
      (batch, context) => {
        sizes.push(batch.length);
        return noteTexts(batch, context);
      },
      { together: { messages: 20, bytes: 1_000_000 } },
    );
    await arrived(50);
    expect(await fixture.effects()).toEqual(texts(50));
    expect(sizes).toEqual([20, 20, 10]);
    expect(await transactions()).toBe(3);
  });

  it('are received in the order of their offsets, whatever the order of their ids', async () => {
    const falling = Array.from({ length: 20 }, () => uuidv7()).reverse();
    await fixture.produce(...falling.map((id, index) => ({ key: 'a', text: String(index), id })));
    await batchConsumer();
    await arrived(20);
    expect(await transactions()).toBe(1);
    const [rows] = await fixture.dataSource.query<{ disordered: number }[]>(
      `SELECT count(*) FILTER (WHERE received_at < before)::int AS disordered
       FROM (SELECT received_at, lag(received_at) OVER (ORDER BY kafka_offset) AS before FROM inbox) AS one`,
    );
    expect(rows?.disordered).toBe(0);
  });

  it('share them also when the handler takes one at a time', async () => {
    await fixture.produce(...numbered(30));
    await consumer();
    await arrived(30);
    expect(await fixture.effects()).toEqual(texts(30));
    expect(await transactions()).toBe(1);
  });

  it('are as few as their bytes demand', async () => {
    await fixture.produce(...numbered(6).map((one) => ({ ...one, text: one.text.repeat(1_000) })));
    await consumer(noteText, { together: { messages: 100, bytes: 2_500 } });
    await arrived(6);
    expect(await transactions()).toBe(3);
  });

  it('have an effect once when one comes twice in a batch, and again in a later one', async () => {
    const [a, b] = [uuidv7(), uuidv7()];
    const again = { key: 'a', text: 'a', id: a };
    await fixture.produce(again, { key: 'b', text: 'b', id: b }, again, { key: 'c', text: 'c' });
    await batchConsumer();
    await arrived(3);
    await fixture.produce(again, { key: 'd', text: 'd' }, again);
    await arrived(4);
    expect(await fixture.effects()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stay together when one comes twice among them: the second is no failure of the batch', async () => {
    const again = { key: 'a', text: 'a', id: uuidv7() };
    await fixture.produce(again, { key: 'b', text: 'b' }, again);
    const batches: (readonly string[])[] = [];
    await batchConsumer((batch, context) => {
      batches.push(batch);
      return noteTexts(batch, context);
    });
    await arrived(2);
    expect(batches).toEqual([['a', 'b']]);
    expect(await transactions()).toBe(1);
  });

  it('have an effect once when the process ended between the commit of the database and that of the offset', async () => {
    await fixture.produce(...numbered(20));
    const first = await batchConsumer();
    await arrived(20);
    await first.close();
    await setOffset(fixture, '7'); // the state that a kill in between leaves behind
    await fixture.produce({ text: 'last' });
    await batchConsumer();
    await arrived(21);
    expect(await fixture.effects()).toEqual([...texts(20), 'last']);
  });

  it('do not take each other along when one of them is poison: order per key stays', async () => {
    await fixture.produce(...numbered(30, (index) => `k${index % 3}`));
    await batchConsumer(async (batch, context) => {
      await noteTexts(batch, context);
      if (batch.includes('10')) throw new Error('poison');
    });
    await arrived(30);
    // 10 is of key k1: it and what follows it there waits, all else is handled.
    const parkedOnes = texts(30).filter((text) => Number(text) >= 10 && Number(text) % 3 === 1);
    expect(await fixture.effects()).toEqual(texts(30).filter((text) => !parkedOnes.includes(text)));
    const waiting = (): Promise<unknown> =>
      fixture.dataSource.query(
        `SELECT key, convert_from(value, 'UTF8')::json ->> 'call_id' AS text, cause FROM parked_messages ORDER BY id`,
      );
    const rowsOf = (all: readonly string[]) =>
      all.map((text, index) => ({ key: 'k1', text, cause: index === 0 ? 'failed' : 'behind-parked' }));
    expect(await waiting()).toEqual(rowsOf(parkedOnes));

    const late = ['"late"', 'later \\x', 'last {é}'];
    await fixture.produce(...late.map((text) => ({ key: 'k1', text })), { key: 'k2', text: 'fine' });
    await arrived(34);
    expect((await fixture.effects()).slice(-1)).toEqual(['fine']);
    expect(await waiting()).toEqual(rowsOf([...parkedOnes, ...late]));
  });

  it('do not take each other along when one of them can not be read, or has no key', async () => {
    await fixture.produce(
      { key: 'a', text: '1' },
      { key: 'b', value: '{' },
      { key: null, text: '2' },
      { key: 'b', text: 'behind' },
      { key: 'c', text: '3', headers: { ...envelopeHeaders(), ce_id: 'x' } },
      { key: 'd', headers: {} },
      { key: 'a', text: '4' },
    );
    await batchConsumer();
    await arrived(7);
    expect(await fixture.effects()).toEqual(['1', '2', '3', '4']);
    const parked = await fixture.dataSource.query('SELECT key, error_code FROM parked_messages ORDER BY id');
    expect(parked).toEqual([
      { key: 'b', error_code: 'invalid_json' },
      { key: 'b', error_code: null },
      { key: 'd', error_code: 'invalid_envelope' },
    ]);
  });

  it('start again together after conflicts, and go on alone when these do not end', async () => {
    let conflicts = 0;
    const sizes: number[] = [];
    await fixture.produce(...numbered(4));
    await batchConsumer(async (batch, context) => {
      sizes.push(batch.length);
      await noteTexts(batch, context);
      if (batch.length > 1 || conflicts++ < 2) throw Object.assign(new Error('moved'), { code: '40001' });
    });
    await arrived(4);
    expect(sizes).toEqual([4, 4, 4, 1, 1, 1, 1, 1, 1]);
    expect(await fixture.effects()).toEqual(texts(4));
    expect(await fixture.count('parked_messages')).toBe(0);
  });

  it('note which of them were ignored', async () => {
    await fixture.produce(...numbered(3));
    await batchConsumer((batch, { messages, ignore }) => {
      for (const [index, message] of messages.entries()) if (batch[index] === '1') ignore(message);
    });
    await arrived(3);
    const rows = await fixture.dataSource.query('SELECT outcome FROM inbox ORDER BY kafka_offset');
    expect(rows).toEqual([{ outcome: 'handled' }, { outcome: 'ignored' }, { outcome: 'handled' }]);
  });

  it('pass over what was sent again for another service', async () => {
    const headers = (audience: string) => ({ ...envelopeHeaders(), ce_audience: audience });
    await fixture.produce({ text: 'theirs', headers: headers('other') }, { text: 'all' });
    await fixture.produce({ text: 'ours', headers: headers('tested') }, { text: 'theirs', headers: headers('other') });
    const first = await batchConsumer();
    await arrived(2);
    expect(await fixture.effects()).toEqual(['all', 'ours']);
    await first.close();
    await fixture.dataSource.query('TRUNCATE inbox');
    await fixture.produce({ text: 'next' });
    await batchConsumer();
    await until(async () => (await fixture.effects()).includes('next'));
    // Had the offset stayed in front of the last one, it would have been read again; nothing else was.
    expect(await fixture.effects()).toEqual(['all', 'ours', 'next']);
  });

  it('are not parked one after the other when every key fails, though successors wait behind the first of each', async () => {
    await fixture.produce(...numbered(12, (index) => `k${Math.floor(index / 2)}`));
    const { transport } = await batchConsumer(
      () => {
        throw new Error('a bug in the release');
      },
      { systemic: { keys: 2, windowMs: 60_000 } },
    );
    await until(() => transport.healthy().status === 'degraded');
    const keys = await fixture.dataSource.query('SELECT DISTINCT key FROM parked_messages ORDER BY key');
    expect(keys).toEqual([{ key: 'k0' }, { key: 'k1' }]);
  });

  it('are each handled once, in order per key, while instances come and go', async () => {
    await fixture.close();
    fixture = await messagingFixture({ partitions: 4 });
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const some = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => keys.map((key) => ({ key, text: `${key}${from + i}` }))).flat();
    const options = { together: { messages: 10, bytes: 1_000_000 } };
    const first = await batchConsumer(noteTexts, options);
    await fixture.produce(...some(0, 50));
    await batchConsumer(noteTexts, options);
    await fixture.produce(...some(50, 100));
    await first.close();
    await fixture.produce(...some(100, 110));
    await arrived(keys.length * 110);
    const all = await fixture.effects();
    expect(all).toHaveLength(keys.length * 110);
    for (const key of keys) {
      expect(all.filter((text) => text.startsWith(key))).toEqual(Array.from({ length: 110 }, (_, i) => `${key}${i}`));
    }
  });
});
