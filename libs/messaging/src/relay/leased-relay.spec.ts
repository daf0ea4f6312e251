import { createLogger } from '@ci/observability/logger';
import { until } from '@ci/testing/until';
import { QueryFailedError, type DataSource } from 'typeorm';
import { Lease } from './lease.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { LeasedRelay, type RowProducer } from './leased-relay.ts';

it('a database error in the log of messaging says which it is, and quotes nothing', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const driverError = Object.assign(new Error('invalid input syntax for type json: Token "Marcus"'), { code: '22P02' });
  const dataSource = {
    query: () => Promise.reject(new QueryFailedError('SELECT 1', ['marcus@acme.example'], driverError)),
  } as unknown as DataSource;
  const relay = new LeasedRelay({
    dataSource,
    producer: { send: () => Promise.resolve() },
    lease: new Lease(dataSource, { name: 'outbox-0', owner: 'test', ttlMs: 1_000 }),
    logger,
    limits: { rows: 1, bytes: 1 },
    poll: { minMs: 10, maxMs: 10 },
    standbyMs: 10,
  });
  relay.start();
  await until(() => lines.length > 0);
  await relay.stop();
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    msg: 'the outbox cannot be sent; retrying',
    err: { type: 'QueryFailedError', code: '22P02', message: 'database error 22P02' },
  });
  expect(lines.join()).not.toMatch(/marcus/i);
});

/** An outbox in memory: what is asked of it, in order. */
class Outbox {
  readonly asked: string[] = [];
  readonly rows: OutboxRow[] = [];
  /** Resolves when a row is to be removed. */
  readonly removing = Promise.withResolvers<undefined>();
  readonly mayRemove = Promise.withResolvers<undefined>();

  store(id: string): void {
    this.rows.push({ id, topic: 'call.ended', key: id, headers: {}, payload: '{}' });
  }

  async query(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (text.includes('INSERT INTO leases')) return [{ fence: '1' }];
    if (text.includes('DELETE FROM outbox')) {
      this.asked.push('remove');
      this.removing.resolve(undefined);
      await this.mayRemove.promise;
      const ids = parameters.at(-1) as string[];
      this.rows.splice(0, this.rows.length, ...this.rows.filter(({ id }) => !ids.includes(id)));
      return [{ led: true }];
    }
    if (!text.includes('FROM outbox')) return [];
    this.asked.push('read');
    const inFlight = parameters[0] as string[];
    return this.rows.filter(({ id }) => !inFlight.includes(id));
  }
}

function relayOf(outbox: Outbox, producer: RowProducer): LeasedRelay {
  const dataSource = outbox as unknown as DataSource;
  return new LeasedRelay({
    dataSource,
    producer,
    lease: new Lease(dataSource, { name: 'outbox-0', owner: 'test', ttlMs: 60_000 }),
    logger: createLogger({ service: 'test', level: 'silent' }),
    limits: { rows: 500, bytes: 4_000_000 },
    poll: { minMs: 60_000, maxMs: 60_000 },
    standbyMs: 60_000,
  });
}

it('what is stored while others are on their way goes next, and waits neither for their removal nor for a poll', async () => {
  const outbox = new Outbox();
  const sent: string[] = [];
  const relay = relayOf(outbox, {
    send: async (rows) => {
      sent.push(...rows.map(({ id }) => id));
      if (sent.length > 1) return;
      outbox.store('second');
      relay.wake();
    },
  });
  outbox.store('first');
  relay.start();
  await outbox.removing.promise;
  await until(() => sent.length === 2, { describe: 'the second row to be sent while the first is being removed' });
  outbox.mayRemove.resolve(undefined);
  await until(() => outbox.rows.length === 0, { describe: 'both to be removed' });
  await relay.stop();
  expect(sent).toEqual(['first', 'second']);
});

it('after a few rows nobody is asked for more until somebody has stored some', async () => {
  const outbox = new Outbox();
  outbox.mayRemove.resolve(undefined);
  const relay = relayOf(outbox, { send: () => Promise.resolve() });
  outbox.store('only');
  relay.start();
  await until(() => outbox.rows.length === 0, { describe: 'the row to be removed' });
  expect(outbox.asked).toEqual(['read', 'remove']);
  await relay.stop();
});
