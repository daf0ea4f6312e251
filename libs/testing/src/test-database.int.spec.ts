import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from './test-database.ts';

class CreateNotes1700000000000 implements MigrationInterface {
  readonly name = 'CreateNotes1700000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id int PRIMARY KEY)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}

describe('testDatabase', () => {
  const open: TestDatabase[] = [];
  const fresh = async (options: Parameters<typeof testDatabase>[0]): Promise<TestDatabase> => {
    const database = await testDatabase(options);
    open.push(database);
    return database;
  };
  afterAll(() => Promise.all(open.map((database) => database.drop())));

  it('puts statements and migrations into the schema', async () => {
    const { dataSource } = await fresh({
      schema: 'contacts',
      sql: ['CREATE TABLE people (id int PRIMARY KEY)'],
      migrations: [CreateNotes1700000000000],
    });
    const tables: { name: string }[] = await dataSource.query(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables WHERE table_name IN ('people', 'notes', 'migrations')`,
    );
    expect(tables.map((table) => table.name).sort()).toEqual([
      'contacts.migrations',
      'contacts.notes',
      'contacts.people',
    ]);
  });

  it('gives every caller a database of its own', async () => {
    const sql = ['CREATE TABLE calls (id int PRIMARY KEY)', 'INSERT INTO calls VALUES (1)'];
    const [first, second] = await Promise.all([
      fresh({ schema: 'ingestion', sql }),
      fresh({ schema: 'ingestion', sql }),
    ]);
    await first.dataSource.query('DELETE FROM calls');
    expect(await second.dataSource.query('SELECT id FROM calls')).toEqual([{ id: 1 }]);
  });

  it('deletes the database, also under open connections', async () => {
    const database = await testDatabase({ schema: 'gateway' });
    const observer = await fresh({ schema: 'observer' });
    const leftOpen = new pg.Client({ connectionString: database.url });
    leftOpen.on('error', () => undefined); // the server ends it, as intended
    await leftOpen.connect();
    await database.drop();
    const name = new URL(database.url).pathname.slice(1);
    expect(await observer.dataSource.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).toEqual([]);
  });
});

describe('databases with the same migrations', () => {
  let migrated = 0;
  class Things1700000000000 {
    async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
      migrated += 1;
      await runner.query('CREATE TABLE things (id text PRIMARY KEY)');
    }
    down = () => Promise.resolve();
  }
  const make = () =>
    testDatabase({
      schema: 'things',
      migrations: [Things1700000000000],
      access: async (dataSource, schema, { requests }) => {
        await dataSource.query(`GRANT USAGE ON SCHEMA ${schema} TO ${requests}`);
        await dataSource.query(`GRANT INSERT ON ${schema}.things TO ${requests}`);
      },
    });

  it('are copied from one that is migrated once, also when several are wanted at the same time', async () => {
    const all = await Promise.all([make(), make(), make()]);
    try {
      expect(migrated).toBe(1);
      for (const { urls, schema, dataSource } of all) {
        const client = new pg.Client({ connectionString: urls.requests });
        await client.connect();
        await client.query(`INSERT INTO ${schema}.things VALUES ('own')`);
        await expect(client.query(`SELECT FROM ${schema}.things`)).rejects.toThrow(/permission denied/);
        await client.end();
        expect(await dataSource.query('SELECT id FROM things')).toEqual([{ id: 'own' }]);
      }
    } finally {
      await Promise.all(all.map((database) => database.drop()));
    }
  });
});
