import type { DataSource } from 'typeorm';
import { connectOnce } from './connect-once.ts';
import { checkedSchema, createDataSource, type DatabaseOptions } from './data-source.ts';
import { grantAccess, type GrantedRole } from './grant-access.ts';

/** Which migrations run where, as the role that owns the schema. */
export interface MigrationOptions {
  readonly url: string;
  readonly schema: string;
  readonly migrations: NonNullable<DatabaseOptions['migrations']>;
  /** What the roles beside the owner may do; each is given exactly that. */
  readonly grants?: readonly GrantedRole[];
}

/**
 * Brings a schema up to date: creates it if it is absent, runs what has not run yet (each in a separate transaction), gives the other
 * roles their rights. Two instances may do this at once: the second waits for the first. Returns the names of the migrations it ran.
 */
export async function runMigrations({ url, schema, migrations, grants = [] }: MigrationOptions): Promise<string[]> {
  const limits = { idleInTransactionMs: 0, lockMs: 0, statementMs: 0 };
  const dataSource = createDataSource({
    url,
    schema,
    migrations,
    poolSize: 2,
    applicationName: `${schema}-migrations`,
    limits,
  });
  await connectOnce(() => dataSource.initialize(), 'MIGRATION_DATABASE_URL');
  try {
    return await underLock(dataSource, schema, async () => {
      await createSchema(dataSource, schema);
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      for (const grant of grants) await grantAccess(dataSource, schema, grant);
      return ran.map(({ name }) => name);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** The lock belongs to a session, not to a transaction: it has to outlast the migrations' own transactions. */
async function underLock<T>(dataSource: DataSource, schema: string, work: () => Promise<T>): Promise<T> {
  const session = dataSource.createQueryRunner();
  await session.connect();
  try {
    await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`migrations:${schema}`]);
    return await work();
  } finally {
    await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`migrations:${schema}`]);
    await session.release();
  }
}

async function createSchema(dataSource: DataSource, schema: string): Promise<void> {
  // Asked first: a role that may not create schemas can still migrate one that an operator made for it.
  const found: unknown[] = await dataSource.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found.length === 0) await dataSource.query(`CREATE SCHEMA "${checkedSchema(schema)}"`);
}
