import { until } from '@ci/testing';
import { OutboxRelay, type OutgoingMessage } from '../src/index.ts';
import { Lease } from '../src/relay/lease.ts';
import { LeasedRelay } from '../src/relay/leased-relay.ts';
import { deletion, enqueueAll, messagingFixture, outgoing, topic, type MessagingFixture } from './messaging-fixture.ts';
import { randomText } from './random-text.ts';
import { readTopic } from './read-topic.ts';
import { SwitchableBroker } from './switchable-broker.ts';

/** What of pg's client is listened to. */
interface NotifiedClient {
  on(event: 'notification', listener: (message: { readonly payload: string }) => void): void;
}

describe('OutboxRelay', () => {
  let fixture: MessagingFixture;
  const running: { stop: () => Promise<void> }[] = [];
  const relay = (options: Partial<ConstructorParameters<typeof OutboxRelay>[0]> = {}): OutboxRelay => {
    const { dataSource, kafka, logger } = fixture;
    const made = new OutboxRelay({ dataSource, kafka, logger, leaseMs: 1_000, ...options });
    running.push(made);
    made.start();
    return made;
  };
  const listeners = async (): Promise<number[]> => {
    const rows: { pid: number }[] = await fixture.dataSource.query(
      // Idle: the statement has ended, so from now on it hears.
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN "outbox messaging"%'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const orUndefined = <T>(values: T[]): T[] | undefined => (values.length === 0 ? undefined : values);
  const isEmpty = async (): Promise<boolean> => (await fixture.count('outbox')) === 0;

  beforeEach(async () => void (fixture = await messagingFixture({ partitions: 3, maxMessageBytes: 50_000 })));
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    await fixture.close();
  });

  it('delivers every message, in order per key, with its envelope', async () => {
    relay({ limits: { rows: 7, bytes: 4_000_000 } });
    for (let round = 0; round < 10; round += 1) {
      await enqueueAll(
        fixture.dataSource,
        ['a', 'b', 'c'].map((key) => outgoing(key, `${key}${round}`)),
      );
    }
    await until(isEmpty);
    const records = await readTopic(fixture, 30);
    for (const key of ['a', 'b', 'c']) {
      const texts = records.filter((record) => record.key === key).map((record) => record.text);
      expect(texts).toEqual(Array.from({ length: 10 }, (_, round) => `${key}${round}`));
    }
    expect(records[0]?.headers).toMatchObject({
      ce_specversion: '1.0',
      ce_type: topic,
      ce_source: 'messaging-test',
      ce_workspaceid: 'wsp_test',
      ce_schemaversion: '1',
      'content-type': 'application/json',
    });
  });

  describe('a message that refers to what is kept elsewhere', () => {
    const kept = { field: 'prospect', json: 'SELECT text FROM effects WHERE key = reference.id' };
    const referring = (key: string, text: string, id: string): OutgoingMessage<typeof topic> => ({
      ...outgoing(key, text),
      data: { ...deletion(text), prospect: { email: 'p@acme.example' } },
      reference: { field: 'prospect', id },
    });
    const keep = (id: string) =>
      fixture.dataSource.query('INSERT INTO effects (key, text) VALUES ($1, $2)', [id, '{"email":"p@acme.example"}']);
    const stored = () => fixture.dataSource.query<{ payload: string }[]>('SELECT payload FROM outbox ORDER BY id');

    it('is stored without it, and sent whole, in its order', async () => {
      await keep('kept');
      await enqueueAll(fixture.dataSource, [
        outgoing('a', 'a0'),
        referring('a', 'a1', 'kept'),
        outgoing('a', 'a2'),
        outgoing('b', 'b0'),
        referring('a', 'a3', 'kept'),
      ]);
      expect((await stored()).filter(({ payload }) => payload.includes('acme'))).toEqual([]);
      relay({ kept, limits: { rows: 2, bytes: 4_000_000 } });
      await until(isEmpty);
      const records = (await readTopic(fixture, 5)).filter(({ key }) => key === 'a');
      expect(records.map(({ text }) => text)).toEqual(['a0', 'a1', 'a2', 'a3']);
      expect(records.map(({ data }) => data)).toEqual([
        deletion('a0'),
        { ...deletion('a1'), prospect: { email: 'p@acme.example' } },
        deletion('a2'),
        { ...deletion('a3'), prospect: { email: 'p@acme.example' } },
      ]);
      expect(records.flatMap(({ headers }) => Object.keys(headers)).filter((name) => name.startsWith('ci_'))).toEqual(
        [],
      );
    });

    it('goes unsent when what it refers to is erased', async () => {
      await enqueueAll(fixture.dataSource, [referring('a', 'a0', 'erased'), outgoing('a', 'a1')]);
      relay({ kept });
      await until(isEmpty);
      expect((await readTopic(fixture, 1)).map(({ text }) => text)).toEqual(['a1']);
    });

    it('waits while a relay leads that knows nothing of it', async () => {
      await keep('kept');
      await enqueueAll(fixture.dataSource, [referring('a', 'a0', 'kept'), outgoing('b', 'b0')]);
      const old = relay();
      await until(async () => (await fixture.count('outbox')) === 1);
      await old.stop();
      relay({ kept });
      await until(isEmpty);
      expect((await readTopic(fixture, 2)).map(({ text }) => text).sort()).toEqual(['a0', 'b0']);
    });
  });

  it('is woken instead of waiting for its next poll', async () => {
    const woken = relay({ poll: { minMs: 60_000, maxMs: 60_000 } });
    await until(() => woken.leads);
    await enqueueAll(fixture.dataSource, [outgoing('a', 'now')]);
    woken.wake();
    await until(isEmpty); // long before the poll
  });

  it('is woken by an instance that does not lead', async () => {
    const settings = { poll: { minMs: 60_000, maxMs: 60_000 }, leaseMs: 120_000 };
    const leader = relay(settings);
    await until(() => leader.leads);
    const other = relay(settings);
    await until(async () => (await listeners()).length === 1);
    await enqueueAll(fixture.dataSource, [outgoing('a', 'now')]);
    other.wake();
    await until(isEmpty); // long before the poll
    expect(leader.leads && !other.leads).toBe(true);
  });

  it('listens again after its connection was lost, and no more once it is stopped', async () => {
    const leader = relay({ poll: { minMs: 20, maxMs: 50 } });
    const [first] = await until(async () => orUndefined(await listeners()));
    await fixture.dataSource.query('SELECT pg_terminate_backend($1)', [first]);
    await until(async () => (await listeners()).some((pid) => pid !== first));
    await leader.stop();
    await until(async () => (await listeners()).length === 0);
  });

  it('makes one notification of many commits', async () => {
    const lease = new Lease(fixture.dataSource, { name: 'outbox-0', owner: 'other instance', ttlMs: 60_000 });
    await lease.hold();
    const standby = relay();
    const runner = fixture.dataSource.createQueryRunner();
    const heard: string[] = [];
    const client = (await runner.connect()) as NotifiedClient;
    client.on('notification', ({ payload }) => heard.push(payload));
    await runner.query('LISTEN "outbox messaging"');
    for (let commit = 0; commit < 200; commit += 1) standby.wake();
    await until(() => heard.length >= 2, { describe: 'one at once, and one for all that followed' });
    // Queued behind whatever else there was to send.
    await fixture.dataSource.query(`SELECT pg_notify('outbox messaging', 'end')`);
    await until(() => heard.includes('end'));
    // Two, unless this process was stalled for longer than the pause between them.
    expect(heard.length).toBeLessThan(10);
    await runner.query('UNLISTEN *');
    await runner.release();
  });

  it('keeps the rows while the broker is away, and delivers them in order when it is back', async () => {
    const broker = new SwitchableBroker(fixture.kafka.brokers[0] ?? '');
    const port = await broker.reservePort();
    await enqueueAll(fixture.dataSource, [outgoing('a', '1'), outgoing('a', '2')]);
    const waiting = relay({ kafka: { ...fixture.kafka, brokers: [`127.0.0.1:${port}`] } });
    await until(() => waiting.leads);
    await until(() => broker.refused > 0);
    expect(await fixture.count('outbox')).toBe(2);
    broker.accept();
    await until(isEmpty);
    expect((await readTopic(fixture, 2)).map((record) => record.text)).toEqual(['1', '2']);
    await broker.close();
  });

  it('lets one of two lead, and the other take over when the leader has fallen silent', async () => {
    const lease = new Lease(fixture.dataSource, { name: 'outbox-0', owner: 'fell-silent', ttlMs: 60_000 });
    expect(await lease.hold()).toBe(true);
    await enqueueAll(fixture.dataSource, [outgoing('a', '1')]);
    const queries = jest.spyOn(fixture.dataSource, 'query');
    const asked = () => queries.mock.calls.filter(([statement]) => statement.includes('INSERT INTO leases')).length;
    const [first, second] = [relay(), relay()];
    await until(() => asked() >= 4, { describe: 'both ask for the lead' });
    expect([first.leads, second.leads, await fixture.count('outbox')]).toEqual([false, false, 1]);
    queries.mockRestore();

    await fixture.dataSource.query('UPDATE leases SET expires_at = clock_timestamp()');
    await until(() => first.leads || second.leads);
    expect(first.leads && second.leads).toBe(false);
    await until(isEmpty);
    expect(await readTopic(fixture, 1)).toHaveLength(1);
  });

  it('hands over at once when it is stopped, and sends what was there before', async () => {
    const first = relay({ leaseMs: 60_000 });
    await until(() => first.leads);
    const second = relay({ leaseMs: 400 });
    await enqueueAll(fixture.dataSource, [outgoing('a', '1')]);
    await first.stop();
    expect(await isEmpty()).toBe(true);
    await until(() => second.leads); // long before the lease of the first one would have ended
  });

  it('parks a message that the broker refuses for good, with its key; other keys go on', async () => {
    relay();
    const tooLarge = { ...outgoing('bad', 'x'), data: deletion(randomText(90_000)) };
    await enqueueAll(fixture.dataSource, [
      outgoing('bad', 'before'),
      tooLarge,
      outgoing('bad', 'after'),
      outgoing('good', '1'),
    ]);
    await until(async () => (await fixture.count('outbox')) === 1);
    await enqueueAll(fixture.dataSource, [outgoing('good', '2'), outgoing('bad', 'later')]);
    await until(async () => (await fixture.count('outbox')) === 2);
    const parked = await fixture.dataSource.query('SELECT key, error_code FROM outbox_parked');
    expect(parked).toEqual([{ key: 'bad', error_code: 'MESSAGE_TOO_LARGE' }]);
    const texts = new Set((await readTopic(fixture, 3)).map((record) => record.text));
    expect(texts).toEqual(new Set(['before', '1', '2']));
  });
});

describe('LeasedRelay', () => {
  let fixture: MessagingFixture;
  beforeAll(async () => void (fixture = await messagingFixture()));
  afterAll(() => fixture.close());
  beforeEach(() => fixture.dataSource.query('TRUNCATE outbox, leases'));

  const leasedRelay = (send: () => Promise<unknown>, owner = 'tested'): LeasedRelay => {
    const { dataSource, logger } = fixture;
    const lease = new Lease(dataSource, { name: 'outbox-0', owner, ttlMs: 60_000 });
    const poll = { minMs: 10, maxMs: 10 };
    return new LeasedRelay({
      dataSource,
      producer: { send },
      lease,
      logger,
      limits: { rows: 10, bytes: 1e6 },
      poll,
      standbyMs: 10,
    });
  };

  it('deletes nothing before the acknowledgement', async () => {
    await enqueueAll(fixture.dataSource, [outgoing('a', '1')]);
    const sent = Promise.withResolvers<true>();
    const acknowledged = Promise.withResolvers<true>();
    const relay = leasedRelay(() => {
      sent.resolve(true);
      return acknowledged.promise;
    });
    relay.start();
    await sent.promise;
    expect(await fixture.count('outbox')).toBe(1);
    acknowledged.resolve(true);
    await until(async () => (await fixture.count('outbox')) === 0);
    await relay.stop();
  });

  it('deletes nothing when the send fails, and sends it again', async () => {
    await enqueueAll(fixture.dataSource, [outgoing('a', '1')]);
    const left: number[] = [];
    const relay = leasedRelay(async () => {
      left.push(await fixture.count('outbox'));
      if (left.length < 3) throw new Error('no acknowledgement');
    });
    relay.start();
    await until(async () => (await fixture.count('outbox')) === 0);
    await relay.stop();
    expect(left).toEqual([1, 1, 1]);
  });

  it('deletes nothing once another one leads', async () => {
    await enqueueAll(fixture.dataSource, [outgoing('a', '1')]);
    let sends = 0;
    const relay = leasedRelay(async () => {
      sends += 1;
      await fixture.dataSource.query(
        `UPDATE leases SET owner = 'successor', fence = fence + 1, expires_at = clock_timestamp() + interval '1 minute'`,
      );
    });
    relay.start();
    await until(() => sends > 0);
    await relay.stop();
    expect(await fixture.count('outbox')).toBe(1);
  });

  it('sends the rows of a batch within its bytes, a larger row alone', async () => {
    const texts = ['1', 'x'.repeat(2_000_000), '2'];
    await enqueueAll(
      fixture.dataSource,
      texts.map((text) => outgoing('a', text)),
    );
    const batches: number[] = [];
    const { dataSource, logger } = fixture;
    const lease = new Lease(dataSource, { name: 'outbox-0', owner: 'tested', ttlMs: 60_000 });
    const send = async (rows: readonly unknown[]): Promise<void> => void batches.push(rows.length);
    const poll = { minMs: 10, maxMs: 10 };
    const relay = new LeasedRelay({
      dataSource,
      producer: { send },
      lease,
      logger,
      limits: { rows: 10, bytes: 1e6 },
      poll,
      standbyMs: 10,
    });
    relay.start();
    await until(async () => (await fixture.count('outbox')) === 0);
    await relay.stop();
    expect(batches).toEqual([1, 1, 1]);
  });
});
