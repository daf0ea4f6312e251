import { PLAN_EACH_TIME } from '@ci/database';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { entities, migrations } from '../database/schema.ts';
import type { ListCalls } from './call-list.dto.ts';
import { listCalls } from './call-list.query.ts';

const WORKSPACE = 'wsp_1';
const CALLS = 3_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ schema: 'ingestion', entities, migrations });
  // Few reps, one outcome that is rare: a plan that only filters passes over many calls.
  await database.dataSource.query(
    `INSERT INTO calls (id, stream_id, workspace_id, version, created_at, updated_at, duration_seconds, rep_id, outcome_inferred,
       analysis_status, revision, timezone, metadata)
     SELECT 'call_' || n, 'call-' || n, $1, 1, now() - n * interval '1 h', now(), 60, 'rep_' || n % 5,
       CASE WHEN n % 100 = 0 THEN 'won' ELSE 'lost' END, 'ready', 1, 'UTC', '{}'
     FROM generate_series(1, $2::int) n`,
    [WORKSPACE, CALLS],
  );
  await database.dataSource.query('ANALYZE calls');
});
afterAll(() => database.drop());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

const day = (count: number) => new Date(Date.now() - count * 86_400_000);
const values = { rep_id: 'rep_0', from: day(80), to: day(10), outcome: 'won' } as const;

/** All subsets of the filters. */
const subsets = Object.keys(values).reduce<readonly (readonly string[])[]>(
  (known, name) => [...known, ...known.map((subset) => [...subset, name])],
  [[]],
);

describe('a page of the list', () => {
  it.each(
    subsets.flatMap((subset) => [false, true].map((deep) => [subset.join(', ') || 'nothing', deep, subset] as const)),
  )('filtered by %s is read off an index in its order; far down: %s', async (_name, deep, subset) => {
    const filters = {
      limit: 20,
      ...Object.fromEntries(Object.entries(values).filter(([name]) => subset.includes(name))),
    };
    const after = deep ? { createdAt: day(40), id: 'call_x' } : undefined;
    const { plan } = await explain(filters, after);
    const nodes = nodesOf(plan);
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
    // Everything that is asked for is a condition of the index: no row is looked at and left out.
    expect(nodes.map(({ Filter }) => Filter)).toEqual([undefined, undefined]);
  });
});

it('pages of every size are one statement to prepare; one of what has changed since is planned each time', async () => {
  const [small, large, changed] = [{ limit: 20 }, { limit: 50 }, { limit: 20, updated_since: day(1) }];
  const { text } = await explain(small, undefined);
  expect((await explain(large, undefined)).text).toBe(text);
  expect(text.startsWith(PLAN_EACH_TIME)).toBe(false);
  expect((await explain(changed, undefined)).text.startsWith(PLAN_EACH_TIME)).toBe(true);
});

async function explain(filters: ListCalls, after: { createdAt: Date; id: string } | undefined) {
  let explained: { readonly text: string; readonly plan: Plan } | undefined;
  const explaining = Object.assign(Object.create(database.dataSource) as DataSource, {
    query: async (text: string, parameters: unknown[]) => {
      const rows: { 'QUERY PLAN': { Plan: Plan }[] }[] = await database.dataSource.query(
        `EXPLAIN (FORMAT JSON) ${text}`,
        parameters,
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      if (plan !== undefined) explained = { text, plan };
      return [];
    },
  });
  await listCalls(explaining, { workspaceId: WORKSPACE, reps: undefined }, filters, after);
  if (explained === undefined) throw new Error('the list was not asked for');
  return explained;
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
