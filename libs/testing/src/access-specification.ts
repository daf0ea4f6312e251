import assert from 'node:assert/strict';
import pg from 'pg';
import type { TestDatabase, TestRoles } from './test-database.ts';
import { breachesOfIsolation, tablesWithoutIsolation } from './workspace-isolation.ts';

type Role = keyof TestRoles;

/** What is checked: a schema as its migrations make it, with what its two roles may do. */
export interface AccessUnderTest {
  /** Of these tests alone, made with `access`: the last of them takes constraints away. Asked for when a test runs. */
  readonly database: () => TestDatabase;
  /** Tables that hold nothing of a workspace, and what they hold instead. A new table is of a workspace unless it is listed here. */
  readonly ofNoWorkspace: Readonly<Record<string, string>>;
  /** Statements that a role has no right to, besides those that no role of a service has. */
  readonly refused: readonly (readonly [Role, string])[];
}

/**
 * Row-level security holds every table of a workspace, the roles are refused what they have no right to, and without any filter nothing of
 * another workspace is read or written. Tests by name, for Jest's `it.each`, in this order.
 */
export function accessTests(tested: AccessUnderTest): [name: string, test: () => Promise<void>][] {
  const { database, ofNoWorkspace, refused } = tested;
  return [
    [
      'every table of a workspace is held by row-level security',
      async () => assert.deepEqual(await tablesWithoutIsolation(database()), Object.keys(ofNoWorkspace)),
    ],
    ...[...refused, ...refusedToAll].map(([role, statement]): [string, () => Promise<void>] => [
      `the role for ${role} is refused: ${statement}`,
      () => assertRefused(database(), role, statement),
    ]),
    ['without any filter a workspace neither reads nor writes what is another’s', () => assertIsolated(database())],
  ];
}

const refusedToAll = (['requests', 'worker'] as const).flatMap((role) =>
  [
    `UPDATE events SET data = '{}'`,
    'DELETE FROM events',
    'TRUNCATE streams CASCADE',
    'CREATE TABLE own (id text)',
    'SET row_security = off; SELECT * FROM migrations',
  ].map((statement): [Role, string] => [role, statement]),
);

async function assertRefused({ urls, schema }: TestDatabase, role: Role, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urls[role], options: `-c search_path=${schema}` });
  await client.connect();
  try {
    await assert.rejects(client.query(statement), /permission denied/);
  } finally {
    await client.end();
  }
}

async function assertIsolated(database: TestDatabase): Promise<void> {
  const { tables, breaches } = await breachesOfIsolation(database);
  assert.deepEqual(breaches, []);
  for (const table of ['streams', 'events', 'event_personal']) assert.ok(tables.includes(table), `${table} is held`);
}
