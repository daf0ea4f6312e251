import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { TestDatabase } from './test-database.ts';

/** What `forgetWorkspaceFilters` has done. */
export interface ForgottenFilters {
  /** The statements that had a filter by workspace, as they went out without it, since this was asked last. */
  readonly taken: () => string[];
}

/**
 * A plant: from now on every statement through these connections goes out without its conditions on a workspace, as if its author
 * had forgotten them, and a stream that was loaded seems to be of the workspace that asks. What then still keeps customers apart?
 */
export function forgetWorkspaceFilters(dataSource: DataSource): ForgottenFilters {
  const known = new WeakSet<pg.PoolClient>();
  const statements: string[] = [];
  const { master: pool } = dataSource.driver as unknown as { readonly master: pg.Pool };
  // The pool emits this before the caller gets the connection.
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const send = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((statement: string, ...more: unknown[]) => {
      const changed = withoutFilters(statement);
      if (changed !== statement) statements.push(changed);
      return send(changed, ...more);
    }) as typeof client.query;
  });
  return { taken: () => statements.splice(0) };
}

/** What each route answers, by its name. Throws where no filter was taken from a route: then it says nothing. */
export async function answersWithoutFilters(
  filters: ForgottenFilters,
  routes: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [route, ask] of Object.entries(routes)) {
    filters.taken();
    answers[route] = await ask();
    if (filters.taken().length === 0) throw new Error(`${route} sent no statement with a filter by workspace`);
  }
  return answers;
}

/** The control: row-level security stays on, but its policies let every row of this database through. */
export async function letPoliciesPass({ dataSource, schema }: TestDatabase): Promise<void> {
  const policies = await dataSource.query<{ statement: string }[]>(
    `SELECT format('ALTER POLICY workspace ON %I.%I USING (true)', schemaname, tablename) AS statement
     FROM pg_policies WHERE schemaname = $1 AND policyname = 'workspace'`,
    [schema],
  );
  for (const { statement } of policies) await dataSource.query(statement);
}

const column = String.raw`(?:"?[a-z_0-9]+"?\.)?"?workspace_id"?`;
const comparedWithValue = new RegExp(String.raw`${column}\s*=\s*(\$\d+)`, 'gi');
const comparedWithColumn = new RegExp(String.raw`${column}\s*=\s*${column}`, 'gi');
/** The event store compares what it has loaded in the service itself. */
const ofLoadedEvent = /\be\.workspace_id, e\.version\b/g;

function withoutFilters(statement: string): string {
  return (
    statement
      // The parameter stays in use: Postgres wants to know its type.
      .replaceAll(comparedWithValue, '($1::text IS NOT NULL)')
      .replaceAll(comparedWithColumn, 'true')
      .replaceAll(ofLoadedEvent, `current_setting('app.workspace', true) AS workspace_id, e.version`)
  );
}
