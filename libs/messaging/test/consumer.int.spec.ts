import { uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import { committedOffset, countMembers, setOffset } from './group-offsets.ts';
import { messagingFixture, storeEffect, type MessagingFixture } from './messaging-fixture.ts';
import { noteText, startConsumer, type TestConsumer, type TestHandler } from './test-consumer.ts';

describe('KafkaTransport', () => {
  let fixture: MessagingFixture;
  const open: TestConsumer[] = [];
  const consumer = async (...rest: [TestHandler?, object?]): Promise<TestConsumer> => {
    const started = await startConsumer(fixture, ...rest);
    open.push(started);
    return started;
  };
  const effects = async (count: number): Promise<string[]> => {
    await until(async () => (await fixture.effects()).length >= count, { describe: `${count} effects` });
    return fixture.effects();
  };

  beforeEach(async () => void (fixture = await messagingFixture()));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await fixture.close();
  });

  it('has an effect once when the same message is delivered twice', async () => {
    const id = uuidv7();
    await fixture.produce({ text: 'once', id }, { text: 'once', id }, { text: 'last' });
    await consumer();
    expect(await effects(2)).toEqual(['once', 'last']);
    expect(await fixture.count('inbox')).toBe(2);
  });

  it('has an effect once when it ended between the commit of the database and that of the offset', async () => {
    await fixture.produce({ text: '1' }, { text: '2' });
    const first = await consumer();
    await effects(2);
    await first.close();
    await setOffset(fixture, '0'); // the state that a kill in between leaves behind
    expect(await committedOffset(fixture)).toBe('0');
    await fixture.produce({ text: '3' });
    await consumer();
    expect(await effects(3)).toEqual(['1', '2', '3']);
  });

  it('commits the offset after the effect, and begins there when it comes back', async () => {
    await fixture.produce({ text: '1' }, { text: '2' });
    const first = await consumer();
    await effects(2);
    await first.close();
    expect(await committedOffset(fixture)).toBe('2');
    await fixture.dataSource.query('TRUNCATE inbox');
    await fixture.produce({ text: '3' });
    await consumer();
    expect(await effects(3)).toEqual(['1', '2', '3']);
  });

  it('has left its group when it has stopped, although the fetch that waits for messages is cut', async () => {
    await fixture.produce({ text: '1' });
    const first = await consumer();
    await effects(1);
    expect(await countMembers(fixture)).toBe(1);
    await first.close();
    expect(await countMembers(fixture)).toBe(0);
  });

  it('stores the effect and the inbox row together or not at all', async () => {
    let failures = 0;
    await fixture.produce({ text: '1' });
    await consumer(async (text, { tx, message }) => {
      await storeEffect(tx, message.key, text);
      if (failures++ < 2) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    });
    expect(await effects(1)).toEqual(['1']);
    expect(failures).toBe(3);
  });

  it('keeps the order through a transient fault', async () => {
    let faults = 3;
    await fixture.produce({ key: 'a', text: '1' }, { key: 'b', text: '2' }, { key: 'a', text: '3' });
    const { transport } = await consumer((text, context) => {
      if (text === '2' && faults-- > 0) throw Object.assign(new Error('shutting down'), { code: '57P01' });
      return noteText(text, context);
    });
    expect(await effects(3)).toEqual(['1', '2', '3']);
    expect(await fixture.count('parked_messages')).toBe(0);
    expect(transport.healthy()).toEqual({ status: 'ok' });
  });

  it('never parks a version conflict', async () => {
    let conflicts = 25;
    await fixture.produce({ text: '1' });
    await consumer((text, context) => {
      if (conflicts-- > 0) throw Object.assign(new Error('moved'), { code: '40001' });
      return noteText(text, context);
    });
    expect(await effects(1)).toEqual(['1']);
    expect(await fixture.count('parked_messages')).toBe(0);
  });

  it('notes what a handler ignores, and undoes what it stored when it says so by throwing', async () => {
    const { Ignore } = await import('../src/index.ts');
    await fixture.produce({ text: 'told' }, { text: 'thrown' }, { text: 'last' });
    await consumer(async (text, context) => {
      await noteText(text, context);
      if (text === 'told') context.ignore();
      if (text === 'thrown') throw new Ignore('not mine');
    });
    expect(await effects(2)).toEqual(['told', 'last']);
    const rows = await fixture.dataSource.query('SELECT outcome FROM inbox ORDER BY kafka_offset');
    expect(rows).toEqual([{ outcome: 'ignored' }, { outcome: 'ignored' }, { outcome: 'handled' }]);
  });

  it('gives the handler the envelope', async () => {
    const id = uuidv7();
    const seen: unknown[] = [];
    await fixture.produce({ key: 'call-7', id });
    await consumer((_, { message }) => void seen.push(message));
    await until(() => seen.length > 0);
    expect(seen[0]).toMatchObject({
      id,
      key: 'call-7',
      topic: 'call.deleted',
      workspaceId: 'wsp_test',
      schemaVersion: 1,
    });
  });

  it('shares the partitions with another instance, each message once and in order per key', async () => {
    await fixture.close();
    fixture = await messagingFixture({ partitions: 4 });
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const texts = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => keys.map((key) => ({ key, text: `${key}${from + i}` }))).flat();
    await consumer();
    await fixture.produce(...texts(0, 20));
    await consumer();
    await fixture.produce(...texts(20, 40));
    const all = await effects(240);
    expect(all).toHaveLength(240);
    for (const key of keys) {
      expect(all.filter((text) => text.startsWith(key))).toEqual(Array.from({ length: 40 }, (_, i) => `${key}${i}`));
    }
  });
});
