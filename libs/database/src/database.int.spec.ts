import { Logger } from '@nestjs/common';
import { until } from '@ci/testing';
import { Client } from 'pg';
import { DataSource, EntitySchema, type MigrationInterface, type QueryRunner } from 'typeorm';
import { scratchName, scratchSchema, testDatabaseUrl } from './scratch-schema.ts';
import { isTransientDatabaseError, sqlStateOf } from '@ci/errors';
import { createDataSource } from './data-source.ts';
import { runMigrations } from './run-migrations.ts';

class CreateThings implements MigrationInterface {
  readonly name = 'CreateThings1767225600000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id text PRIMARY KEY, created_at timestamptz(3) NOT NULL)');
    await runner.query('CREATE TABLE events (position bigint GENERATED ALWAYS AS IDENTITY)');
  }
  async down(): Promise<void> {}
}

class AddSize implements MigrationInterface {
  readonly name = 'AddSize1767225700000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE things ADD size int');
  }
  async down(): Promise<void> {}
}

const url = testDatabaseUrl();
const query = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('a data source', () => {
  const Thing = new EntitySchema<{ id: string; createdAt: Date }>({
    name: 'Thing',
    tableName: 'things',
    columns: {
      id: { type: 'text', primary: true },
      createdAt: { type: 'timestamptz', name: 'created_at', precision: 3 },
    },
  });
  let scratch: Awaited<ReturnType<typeof scratchSchema>>;

  beforeAll(async () => {
    scratch = await scratchSchema(['CREATE TABLE things (id text PRIMARY KEY, created_at timestamptz(3) NOT NULL)'], {
      entities: [Thing],
      poolSize: 2,
      limits: { statementMs: 1_000 },
    });
  });
  afterAll(() => scratch.drop());

  it('works in its schema, by SQL and by entity, and keeps milliseconds', async () => {
    const createdAt = new Date('2026-01-02T03:04:05.678Z');
    await scratch.dataSource.getRepository(Thing).save({ id: 'a', createdAt });
    expect(await scratch.dataSource.query('SELECT * FROM things')).toEqual([{ id: 'a', created_at: createdAt }]);
    expect(await scratch.dataSource.query('SELECT current_schema() AS schema')).toEqual([{ schema: scratch.schema }]);
  });

  it('limits statements, locks and idle transactions on every connection', async () => {
    const [settings] = await scratch.dataSource.query<unknown[]>(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
         current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone,
         current_setting('application_name') AS name`,
    );
    expect(settings).toEqual({ statement: '1s', lock: '5s', idle: '10s', zone: 'UTC', name: scratch.schema });
    const error: unknown = await scratch.dataSource.query('SELECT pg_sleep(60)').catch((reason: unknown) => reason);
    expect([sqlStateOf(error), isTransientDatabaseError(error)]).toEqual(['57014', true]);
  });

  it('survives the loss of its connections, and says so in the log', async () => {
    const warnings: unknown[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (text: unknown) => warnings.push(text),
    });
    const lost: unknown = await scratch.dataSource
      .query('SELECT pg_terminate_backend(pg_backend_pid())')
      .catch((reason: unknown) => reason);
    expect(isTransientDatabaseError(lost)).toBe(true);
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${scratch.schema}'`);
    let answer: unknown;
    for (let attempt = 0; attempt < 5 && answer === undefined; attempt += 1) {
      answer = await scratch.dataSource.query('SELECT 1 AS one').catch((error: unknown) => {
        expect(isTransientDatabaseError(error)).toBe(true);
        return undefined;
      });
    }
    expect(answer).toEqual([{ one: 1 }]);
    expect(warnings.every((text) => String(text).startsWith('an idle connection was lost'))).toBe(true);
  });

  it('that loses its connection within a transaction fails as a database that is away', async () => {
    const failure = await scratch.dataSource
      .transaction(async (tx) => {
        const [backend] = await tx.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
        await query(`SELECT pg_terminate_backend(${backend?.pid})`);
        await until(() => tx.queryRunner?.isReleased, { describe: 'TypeORM has let go of the connection' });
        await tx.query('SELECT 1');
      })
      .catch((error: unknown) => error);
    expect(isTransientDatabaseError(failure)).toBe(true);
  });

  it('that cannot connect fails as a database that is away', async () => {
    const away = createDataSource({
      url: 'postgres://nobody@127.0.0.1:1/none',
      schema: 'none',
      applicationName: 'none',
    });
    const error: unknown = await away.initialize().catch((reason: unknown) => reason);
    expect(isTransientDatabaseError(error)).toBe(true);
  });

  it('refuses a schema that is no plain name', () => {
    expect(() => createDataSource({ url, schema: 'a -c x=y', applicationName: 'a' })).toThrow(TypeError);
    expect(createDataSource({ url, schema: 'a', applicationName: 'a' })).toBeInstanceOf(DataSource);
  });
});

describe('migrations', () => {
  const schema = scratchName();
  const role = `${schema}_runtime`;
  beforeAll(() => query(`CREATE ROLE ${role}`));
  afterAll(async () => {
    await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await query(`DROP ROLE ${role}`);
  });

  it('create the schema and run once, however many instances run them at the same time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => runMigrations({ url, schema, migrations: [CreateThings] })));
    expect(runs.flat()).toEqual(['CreateThings1767225600000']);
    expect(await query(`SELECT to_regclass('${schema}.migrations') IS NOT NULL AS inside`)).toEqual([{ inside: true }]);
  });

  it('run what is new, and return its names', async () => {
    expect(await runMigrations({ url, schema, migrations: [CreateThings, AddSize] })).toEqual(['AddSize1767225700000']);
    expect(await runMigrations({ url, schema, migrations: [CreateThings, AddSize] })).toEqual([]);
  });

  it('give a role exactly its rights, and take away what it no longer needs', async () => {
    const grant = { role, purpose: 'requests', rows: 'workspace' } as const;
    const migrated = { url, schema, migrations: [CreateThings, AddSize] };
    await runMigrations({ ...migrated, grants: [{ ...grant, rights: { things: 'DELETE', events: 'UPDATE' } }] });
    await runMigrations({ ...migrated, grants: [{ ...grant, rights: { things: 'SELECT, UPDATE (size)' } }] });
    const rights = (table: string, right: string) => `has_table_privilege('${role}', '${schema}.${table}', '${right}')`;
    const column = (name: string) => `has_column_privilege('${role}', '${schema}.things', '${name}', 'UPDATE')`;
    const [granted] = await query(
      `SELECT ${rights('things', 'SELECT')} AS read, ${rights('things', 'INSERT, DELETE')} AS more, ${column('size')} AS size,
         ${column('id')} AS id, ${rights('events', 'SELECT, INSERT, UPDATE, DELETE')} AS events`,
    );
    expect(granted).toEqual({ read: true, more: false, size: true, id: false, events: false });
  });

  it('that fail leave nothing of themselves and let go of the lock', async () => {
    class Broken implements MigrationInterface {
      readonly name = 'Broken1767225800000';
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE half ()');
        await runner.query('SELECT broken');
      }
      async down(): Promise<void> {}
    }
    await expect(runMigrations({ url, schema, migrations: [CreateThings, AddSize, Broken] })).rejects.toThrow();
    expect(await query(`SELECT to_regclass('${schema}.half') AS half`)).toEqual([{ half: null }]);
    expect(await runMigrations({ url, schema, migrations: [CreateThings, AddSize] })).toEqual([]);
  });
});
