import type { NewEvent } from '@ci/event-store';
import { createDataSource, grantSchemaAccess, inWorkspace } from '@ci/database';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import type { CallEvent } from '../call/call.events.ts';
import { access } from '../database/access.ts';
import { migrations } from '../database/schema.ts';
import { projectCallRow } from './call-row.projector.ts';

const WORKSPACE = 'wsp_1';

let database: TestDatabase;
let requests: DataSource;

beforeAll(async () => {
  database = await testDatabase({
    schema: 'ingestion',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  await database.dataSource.query(
    `INSERT INTO calls (id, stream_id, workspace_id, version, created_at, updated_at, duration_seconds, rep_id, analysis_status, revision,
       timezone, metadata)
     SELECT 'call_' || n, 'call-' || n, $1, 1, now() - n * interval '1 h', now(), 60, 'rep', 'pending', 1, 'UTC', '{}'
     FROM generate_series(1, 3000) n`,
    [WORKSPACE],
  );
  await database.dataSource.query('ANALYZE calls');
  const url = database.urls.requests;
  requests = createDataSource({ url, schema: 'ingestion', rows: 'workspace', applicationName: 'test' });
  await requests.initialize();
});
afterAll(async () => {
  await requests.destroy();
  await database.drop();
});

const recorded: CallEvent = {
  type: 'CallRecorded',
  data: {
    call_id: 'call_new',
    rep_id: 'user_dana',
    started_at: '2026-11-20T15:00:00.000Z',
    duration_seconds: 94,
    outcome_provided: null,
    source: null,
    timezone: 'Europe/Lisbon',
    speaker_mapping: null,
    segment_count: 0,
  },
  personal: {
    rep: { name: 'Dana', email: null },
    prospect: { name: null, email: null, company: null },
    attendees: [],
    title: null,
    external_id: null,
    metadata: {},
    transcript: [],
  },
};
const changed: CallEvent = { type: 'CallUpdated', data: { outcome_provided: 'won' } };

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** How a workspace's many calls are looked through by what an event has written. */
async function readsFor(event: CallEvent): Promise<string[]> {
  const stream = { type: 'call', id: 'call-7', workspaceId: WORKSPACE };
  const stored: NewEvent<CallEvent> = {
    event,
    stream,
    version: 2,
    eventId: '019bd0c0-0000-7000-8000-000000000000',
    recordedAt: new Date(),
    metadata: {},
  };
  const plans: Plan[] = [];
  for (const { text, values } of projectCallRow([stored])) {
    const rows = await inWorkspace(WORKSPACE, () =>
      requests.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`EXPLAIN (FORMAT JSON) ${text}`, [...values]),
    );
    plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan)));
  }
  expect(plans).toHaveLength(1);
  return plans
    .flatMap(nodesOf)
    .filter((node) => node['Relation Name'] === 'calls' && node['Node Type'] !== 'ModifyTable')
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`.trim());
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

it('a call is recorded without looking at any other', async () => {
  expect(await readsFor(recorded)).toEqual([]);
});

it('a call is changed by its key, however many the workspace has', async () => {
  expect(await readsFor(changed)).toEqual(['Index Scan calls_stream_id_key']);
});
