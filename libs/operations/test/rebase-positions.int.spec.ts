import { eventStoreSql } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { DataSource } from 'typeorm';
import type { Operations } from '../src/operations.ts';
import { operationsProgram } from '../src/program.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ schema: 'contacts', sql: [...eventStoreSql, ...messagingSql] });
  // What a restored store looks like: its transaction ids lie ahead of all that this cluster gives out.
  await database.dataSource.query(
    `INSERT INTO streams SELECT 'contact-' || i, 'contact', 'wsp_a', 1, ('9000000' || i)::xid8 FROM generate_series(1, 25) AS i`,
  );
  await database.dataSource.query(
    `INSERT INTO events (transaction_id, stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata)
     SELECT last_xid, stream_id, 'wsp_a', 1, gen_random_uuid(), 'CallLeft', 1, '{}', '{}' FROM streams`,
  );
});
afterEach(() => database.drop());

describe('rebase-positions', () => {
  it('rebases once, says what it did and leaves a record of who did it', async () => {
    const first = await run('rebase-positions', '--actor', 'dana');
    expect(first).toEqual(['contacts: rebased 25 events of 25 streams']);
    expect(await run('rebase-positions')).toEqual([
      'contacts: nothing to rebase, the event store fits this Postgres cluster',
    ]);
    expect(await database.dataSource.query('SELECT actor, action, target FROM operator_actions')).toEqual([
      { actor: 'dana', action: 'store.rebase-positions', target: { events: 25, streams: 25 } },
    ]);
  });

  it('lets a republication that was interrupted start over, and touches none where nothing was rebased', async () => {
    await database.dataSource.query(
      `INSERT INTO republications (name, recorded_until, transaction_id, global_position, messages)
       VALUES ('to webhooks', '2026-11-20T12:00:00Z', '9000000012', 12, 40)`,
    );
    const cursors = () =>
      database.dataSource.query(
        `SELECT name, recorded_until, transaction_id::text AS xid, global_position AS position, messages FROM republications`,
      );
    const until = { name: 'to webhooks', recorded_until: new Date('2026-11-20T12:00:00Z') };
    await run('rebase-positions');
    expect(await cursors()).toEqual([{ ...until, xid: '0', position: '0', messages: '0' }]);
    await database.dataSource.query(`UPDATE republications SET transaction_id = '3', global_position = 30`);
    await run('rebase-positions');
    expect(await cursors()).toEqual([{ ...until, xid: '3', position: '30', messages: '0' }]);
  });

  it('refuses while the service is at work, and changes nothing', async () => {
    const working = database.dataSource.createQueryRunner();
    await working.startTransaction();
    await working.query('SELECT 1 FROM events LIMIT 1');
    await expect(run('rebase-positions')).rejects.toThrow('stop the service, then try again');
    await working.rollbackTransaction();
    await working.release();
    expect(await run('rebase-positions')).toEqual(['contacts: rebased 25 events of 25 streams']);
  });
});

async function run(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const operations: Operations = {
    definition: { service: 'contacts', messaging: true },
    withDatabase: async (work, use) => {
      expect(use).toMatchObject({ role: 'owner', unlimited: true });
      const options = '-c search_path=contacts -c lock_timeout=300';
      const dataSource = new DataSource({ type: 'postgres', url: database.url, extra: { options, pipeline: true } });
      await dataSource.initialize();
      try {
        return await work(dataSource);
      } finally {
        await dataSource.destroy();
      }
    },
    kafka: () => ({ brokers: [], clientId: 'test' }),
    topics: () => ({}),
    tokenKeys: noKeys,
    encryptionKeys: noKeys,
    print: (line) => void printed.push(line),
    note: () => undefined,
    actor: 'operator',
  };
  await operationsProgram(operations).parseAsync(['node', 'operate', ...args]);
  return printed;
}

const noKeys = () => {
  throw new Error('needs no keys');
};
