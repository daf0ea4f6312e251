import { createDataSource, grantSchemaAccess } from '@ci/database';
import { rowsRead, testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { access } from '../database/access.ts';
import { migrations } from '../database/schema.ts';
import { AnalysisJobs } from './analysis-jobs.ts';

let database: TestDatabase;
/** A single connection. */
let worker: DataSource;
let workers: DataSource;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'summarization',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const { worker: url } = database.urls;
  const options = { url, schema: database.schema, applicationName: 'test', plans: 'by index' } as const;
  worker = await createDataSource({ ...options, poolSize: 1 }).initialize();
  workers = await createDataSource({ ...options, poolSize: 24 }).initialize();
});
afterAll(async () => {
  await worker.destroy();
  await workers.destroy();
  await database.drop();
});
beforeEach(() => database.dataSource.query('TRUNCATE analysis_jobs, analysis_turns RESTART IDENTITY'));

interface Jobs {
  readonly count: number;
  readonly background?: boolean;
  readonly attempts?: number;
  /** Until they are due; negative: since then. */
  readonly seconds?: number;
}

/** Jobs of so many workspaces each, in the order of their calls. */
async function add(
  workspaces: readonly string[],
  { count, background = false, attempts = 0, seconds = 0 }: Jobs,
): Promise<void> {
  const kind = background ? 'old' : attempts === 0 ? 'new' : `tried${attempts}`;
  const { dataSource } = database;
  await dataSource.query(`INSERT INTO analysis_turns (workspace_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
    workspaces,
  ]);
  await dataSource.query(
    `INSERT INTO analysis_jobs (workspace_id, call_id, revision, input, metadata, background, attempts, available_at)
     SELECT workspace, workspace || '_' || $6 || '_' || n, 1, '{}', '{}', $3, $4, clock_timestamp() + $5::int * interval '1 second'
     FROM generate_series(1, $2::int) n, unnest($1::text[]) WITH ORDINALITY AS of (workspace, place) ORDER BY n, place`,
    [workspaces, count, background, attempts, seconds, kind],
  );
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `wsp_${n}`);

async function claim(on: DataSource | EntityManager = worker): Promise<string | undefined> {
  return (await new AnalysisJobs(on as DataSource).claim(60_000))?.callId;
}

describe.each(['few waited', 'none waited', 'all waited'] as const)('a claim planned when %s', (planned) => {
  beforeEach(async () => {
    // Until it is prepared, and the plan is kept.
    if (planned === 'none waited') {
      await database.dataSource.query('ANALYZE analysis_jobs, analysis_turns');
      for (let n = 1; n <= 16; n += 1) expect(await claim()).toBeUndefined();
    }
    if (planned !== 'few waited') return;
    await add(['wsp_few'], { count: 16, attempts: 9 });
    for (let n = 1; n <= 16; n += 1) expect(await claim()).toBe(`wsp_few_tried9_${n}`);
  });

  const costOfClaim = async () => {
    if (planned === 'all waited') await database.dataSource.query('ANALYZE analysis_jobs, analysis_turns');
    return worker.transaction(async (tx) => {
      const before = await rowsRead(tx, 'analysis_jobs', 'analysis_turns');
      const callId = await claim(tx);
      return { callId, read: (await rowsRead(tx, 'analysis_jobs', 'analysis_turns')) - before };
    });
  };

  it.each([20, 5_000])(
    'takes as long however deep the backlog is: %i in front, as many in the background',
    async (count) => {
      await add(['wsp_1', 'wsp_2'], { count });
      await add(['wsp_1', 'wsp_3'], { count, background: true });
      const { callId, read } = await costOfClaim();
      expect(callId).toBe('wsp_1_new_1');
      expect(read).toBeLessThan(150);
    },
  );

  it.each([20, 5_000])('takes as long however many wait in the background: %i', async (count) => {
    await add(['wsp_1', 'wsp_2'], { count, background: true });
    const { callId, read } = await costOfClaim();
    expect(callId).toBe('wsp_1_old_1');
    expect(read).toBeLessThan(150);
  });

  it('reads nothing of workspaces that have no jobs', async () => {
    await add(names(5_000), { count: 0 });
    await add(['wsp_7'], { count: 20 });
    const { callId, read } = await costOfClaim();
    expect(callId).toBe('wsp_7_new_1');
    expect(read).toBeLessThan(150);
  });

  it('reads nothing of jobs that wait for a later attempt', async () => {
    await add(['wsp_1'], { count: 5_000, attempts: 1, seconds: 60 });
    await add(['wsp_1', 'wsp_2'], { count: 20 });
    const { callId, read } = await costOfClaim();
    expect(callId).toBe('wsp_1_new_1');
    expect(read).toBeLessThan(150);
  });

  it('reads little for each workspace that has some, however many each has', async () => {
    await add(names(500), { count: 10 });
    const { callId, read } = await costOfClaim();
    expect(callId).toBe('wsp_0_new_1');
    expect(read).toBeLessThan(150 + 500 * 3);
  });
});

describe('of the jobs of a workspace', () => {
  it('those that were tried before and are due again come in their place, the others wait', async () => {
    await add(['wsp_1'], { count: 1, attempts: 1, seconds: 60 });
    await add(['wsp_1'], { count: 1, attempts: 2, seconds: -1 });
    await add(['wsp_1'], { count: 2 });
    await add(['wsp_1'], { count: 1, attempts: 3, seconds: -60 });
    const claimed = [await claim(), await claim(), await claim(), await claim(), await claim()];
    expect(claimed).toEqual(['wsp_1_tried2_1', 'wsp_1_new_1', 'wsp_1_new_2', 'wsp_1_tried3_1', undefined]);
  });

  it('those whose lease has run out do not wait behind a backlog', async () => {
    await add(['wsp_1'], { count: 200 });
    expect(await claim()).toBe('wsp_1_new_1');
    await database.dataSource.query(
      `UPDATE analysis_jobs SET available_at = clock_timestamp() WHERE claimed_at IS NOT NULL`,
    );
    expect(await claim()).toBe('wsp_1_new_1');
    expect(await claim()).toBe('wsp_1_new_2');
  });

  it('revisions that wait for an older one hold up no other call', async () => {
    await add(['wsp_1'], { count: 100, background: true });
    await add(['wsp_1'], { count: 100, attempts: 1, seconds: 60 });
    // Newer than a job in the background that is not due; newer than one that waits for its next attempt.
    await database.dataSource.query(
      `INSERT INTO analysis_jobs (workspace_id, call_id, revision, input, metadata)
       SELECT workspace_id, call_id, 2, input, metadata FROM analysis_jobs ORDER BY id`,
    );
    await add(['wsp_1'], { count: 1 });
    expect(await claim()).toBe('wsp_1_new_1');
  });
});

it('claimers at the same instant each find a job, of one workspace as well', async () => {
  await add(['wsp_1'], { count: 100 });
  const claimed = await Promise.all(Array.from({ length: 24 }, () => claim(workers)));
  expect(new Set(claimed).size).toBe(24);
  expect(claimed).not.toContain(undefined);
});

it('a job that another claimer holds is passed over', async () => {
  await add(['wsp_1'], { count: 3 });
  await workers.transaction(async (tx) => {
    await tx.query(`SELECT FROM analysis_jobs WHERE call_id = 'wsp_1_new_1' FOR UPDATE`);
    expect(await claim()).toBe('wsp_1_new_2');
  });
});
