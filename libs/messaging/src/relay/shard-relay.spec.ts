import { createLogger } from '@ci/platform';
import { until } from '@ci/testing';
import { QueryFailedError, type DataSource } from 'typeorm';
import { Lease } from './lease.ts';
import { ShardRelay } from './shard-relay.ts';

it('a database error in the log of messaging says which it is, and quotes nothing', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const driverError = Object.assign(new Error('invalid input syntax for type json: Token "Marcus"'), { code: '22P02' });
  const dataSource = {
    query: () => Promise.reject(new QueryFailedError('SELECT 1', ['marcus@acme.example'], driverError)),
  } as unknown as DataSource;
  const relay = new ShardRelay({
    shard: 0,
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
    msg: 'the outbox waits',
    err: { type: 'QueryFailedError', code: '22P02', message: 'database error 22P02' },
  });
  expect(lines.join()).not.toMatch(/marcus/i);
});
