import { eventStoreSql, type Projection } from '@ci/event-store';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { Operations } from '../src/operations.ts';
import { operationsProgram } from '../src/program.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ schema: 'contacts', sql: [...eventStoreSql] });
});
afterEach(() => database.drop());

describe('rebuild --status', () => {
  it('warns that the copy of an unfinished rebuild holds what was deleted since', async () => {
    await database.dataSource.query(
      `INSERT INTO projection_rebuilds (projection, shape, transaction_id, global_position, events) VALUES ('contact-list', '', '7', 9, 40)`,
    );
    const { printed, noted } = await status();
    expect(printed.join()).toMatch(/READ MODEL +EVENTS +BEGUN +LAST PAGE\ncontact-list +40 +20/);
    expect(noted).toEqual([expect.stringMatching(/finish it or --abort it: .* deleted since then/)]);
  });

  it('is quiet when there is none', async () => {
    expect(await status()).toEqual({ printed: ['No rebuild is unfinished.'], noted: [] });
  });
});

async function status(): Promise<{ printed: string[]; noted: string[] }> {
  const [printed, noted]: [string[], string[]] = [[], []];
  const projection: Projection = { name: 'contact-list', tables: ['contacts'], streamTypes: ['contact'], apply };
  const operations: Operations = {
    definition: { service: 'contacts', messaging: true, projections: [projection] },
    withDatabase: (work) => work(database.dataSource),
    kafka: () => ({ brokers: [], clientId: 'test' }),
    topics: () => ({}),
    tokenKeys: noKeys,
    encryptionKeys: noKeys,
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    actor: 'operator',
  };
  await operationsProgram(operations).parseAsync(['node', 'operate', 'rebuild', '--status']);
  return { printed, noted };
}

const noKeys = () => {
  throw new Error('needs no keys');
};

const apply = () => Promise.reject(new Error('looks only'));
