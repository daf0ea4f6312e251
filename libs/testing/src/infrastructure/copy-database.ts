import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import type { PostgresClient } from './postgres-client.ts';

const run = promisify(execFile);

export interface CopyDatabaseOptions {
  readonly client: PostgresClient;
  /** Of a superuser, and of the database to copy. */
  readonly from: string;
  /** Of a superuser of the other cluster, and of the database to create there. */
  readonly to: string;
  /** Where the dump is written. */
  readonly file: string;
}

/**
 * Dumps a database and restores it into another cluster, as an operator does: `pg_dump --format=custom`, then `pg_restore`. Roles belong to
 * a cluster, not to a database: the caller makes them first. A database that has the name already is replaced.
 */
export async function copyDatabase({ client, from, to, file }: CopyDatabaseOptions): Promise<void> {
  await run(client.pgDump, ['--format=custom', `--file=${file}`, `--dbname=${from}`]);
  const target = new URL(to);
  const admin = new URL(to);
  admin.pathname = '/postgres';
  const connection = new pg.Client({ connectionString: admin.href });
  await connection.connect();
  try {
    const name = pg.escapeIdentifier(decodeURIComponent(target.pathname.slice(1)));
    await connection.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await connection.query(`CREATE DATABASE ${name}`);
  } finally {
    await connection.end();
  }
  await run(client.pgRestore, ['--exit-on-error', '--single-transaction', `--dbname=${target.href}`, file]);
}

/** Makes a cluster's transaction ids go ahead of another's, as months of work do. */
export async function useUpTransactionIds(url: string, count: number): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query(`DO $$ BEGIN
      FOR i IN 1..${Math.trunc(count)} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
    END $$`);
  } finally {
    await connection.end();
  }
}
