import { createDataSource, grantSchemaAccess } from '@ci/database';
import { uuidv7 } from '@ci/ids';
import { Metrics } from '@ci/observability';
import { rowsRead, testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { access } from '../src/database/access.ts';
import { migrations } from '../src/database/schema.ts';
import { claimDeliveries, type ClaimOptions } from '../src/deliveries/queue/claim-deliveries.ts';
import { measureDeliveries } from '../src/deliveries/send/delivery-metrics.ts';
import { recordAttempts } from '../src/deliveries/record/record-attempts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'webhooks',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());
beforeEach(() => database.dataSource.query('TRUNCATE webhook_endpoints, webhook_secrets, webhook_events, deliveries'));

const now = new Date();

/** An endpoint of which so many deliveries have been due for so long. */
async function backlog(id: string, workspaceId: string, count: number, minutes: number): Promise<void> {
  const { dataSource } = database;
  await dataSource.query(
    `INSERT INTO webhook_endpoints (id, workspace_id, url, events, status, created_at, version)
     VALUES ($1, $2, 'https://crm.example/', '{call.ended}', 'active', $3, 1)`,
    [id, workspaceId, now],
  );
  await dataSource.query(`INSERT INTO webhook_secrets (webhook_id, workspace_id, secret) VALUES ($1, $2, 'x')`, [
    id,
    workspaceId,
  ]);
  await dataSource.query(
    `INSERT INTO webhook_events (id, workspace_id, type, call_id, body, created_at)
     SELECT $1 || '_' || n, $2, 'call.ended', $1 || '_' || n, '{}', $4 FROM generate_series(1, $3::int) n`,
    [id, workspaceId, count, now],
  );
  await dataSource.query(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, call_id, status, created_at, next_attempt_at)
     SELECT e.id, $2, $1, e.id, 'call.ended', e.call_id, 'pending', $4, $4::timestamptz - $5::int * interval '1 minute'
     FROM generate_series(1, $3::int) n JOIN webhook_events e ON e.id = $1 || '_' || n`,
    [id, workspaceId, count, now, minutes],
  );
}

async function claim(options: Partial<ClaimOptions>, on: DataSource | EntityManager = database.dataSource) {
  const claimed = await claimDeliveries(on as DataSource, {
    now,
    lease: uuidv7(),
    leasedUntil: new Date(now.getTime() + 30_000),
    capacity: 100,
    perEndpoint: 8,
    available: new Map(),
    perWorkspace: 100,
    heldByWorkspace: new Map(),
    ...options,
  });
  return Object.fromEntries(
    [...Map.groupBy(claimed, ({ webhookId }) => webhookId)].map(([webhookId, some]) => [webhookId, some.length]),
  );
}

it('what is due is shown, with the time since when, until it is claimed', async () => {
  const shown = async (name: string) => {
    // A reading is kept for seconds: each question has separate metrics.
    const metrics = new Metrics('webhooks');
    measureDeliveries(metrics, database.dataSource);
    return metrics.valueOf(name);
  };
  expect(await shown('ci_webhook_deliveries_due')).toBe(0);
  await backlog('whk_a', 'wsp_1', 3, 9);
  expect(await shown('ci_webhook_deliveries_due')).toBe(3);
  expect(await shown('ci_webhook_deliveries_due_age_seconds')).toBeGreaterThanOrEqual(9 * 60);
  await claim({ leasedUntil: new Date(Date.now() + 3_600_000) });
  expect(await shown('ci_webhook_deliveries_due')).toBe(0);
  expect(await shown('ci_webhook_deliveries_due_age_seconds')).toBe(0);
});

describe('one claim takes', () => {
  it('of an endpoint what it may have, of one that is known what it may still have', async () => {
    await backlog('whk_a', 'wsp_1', 50, 9);
    await backlog('whk_b', 'wsp_2', 50, 9);
    expect(await claim({ available: new Map([['whk_a', 3]]) })).toEqual({ whk_a: 3, whk_b: 8 });
  });

  it('of a workspace its share, less what it has already, whatever the number of its endpoints', async () => {
    for (const id of ['whk_a', 'whk_b', 'whk_c']) await backlog(id, 'wsp_1', 50, 9);
    await backlog('whk_other', 'wsp_2', 50, 1);
    const taken = await claim({ perWorkspace: 10, heldByWorkspace: new Map([['wsp_1', 4]]) });
    expect((taken['whk_a'] ?? 0) + (taken['whk_b'] ?? 0) + (taken['whk_c'] ?? 0)).toBe(6);
    expect(taken['whk_other']).toBe(8);
  });

  it('from the workspaces in turn, however long those of one have waited', async () => {
    await backlog('whk_long', 'wsp_1', 50, 60);
    await backlog('whk_short', 'wsp_2', 50, 1);
    expect(await claim({ capacity: 8 })).toEqual({ whk_long: 4, whk_short: 4 });
  });

  it('first from the workspace that has least', async () => {
    await backlog('whk_busy', 'wsp_1', 50, 60);
    await backlog('whk_idle', 'wsp_2', 50, 1);
    expect(await claim({ capacity: 5, heldByWorkspace: new Map([['wsp_1', 20]]) })).toEqual({ whk_idle: 5 });
  });

  it('from the endpoints of a workspace in turn', async () => {
    await backlog('whk_long', 'wsp_1', 50, 60);
    await backlog('whk_short', 'wsp_1', 50, 1);
    expect(await claim({ capacity: 8 })).toEqual({ whk_long: 4, whk_short: 4 });
  });
});

const workerConnection = () =>
  createDataSource({
    url: database.urls.worker,
    schema: 'webhooks',
    applicationName: 'test',
    poolSize: 1,
    plans: 'by index',
  }).initialize();

it.each(['nothing', 'a backlog'])(
  'reads what it takes and not the backlog, planned when there was %s',
  async (there) => {
    const worker = await workerConnection();
    try {
      if (there === 'nothing') {
        await database.dataSource.query('ANALYZE');
        // Until it is prepared, and the plan is kept.
        for (let n = 0; n < 12; n += 1) expect(await claim({}, worker)).toEqual({});
      }
      for (const id of ['whk_a', 'whk_b', 'whk_c']) await backlog(id, 'wsp_1', 2_000, 9);
      if (there === 'a backlog') await database.dataSource.query('ANALYZE');
      await worker.transaction(async (tx) => {
        const before = await rowsRead(tx, 'deliveries');
        expect(await claim({}, tx)).toEqual({ whk_a: 8, whk_b: 8, whk_c: 8 });
        expect((await rowsRead(tx, 'deliveries')) - before).toBeLessThan(1_000);
      });
    } finally {
      await worker.destroy();
    }
  },
);

it('a result is stored without reading the others, also by a plan that is kept from when there were few', async () => {
  const worker = await workerConnection();
  try {
    const lease = uuidv7();
    await backlog('whk_a', 'wsp_1', 260, 9);
    await worker.query(`UPDATE deliveries SET lease = $1`, [lease]);
    await worker.transaction(async (tx) => {
      for (let batch = 0; batch < 12; batch += 1) await record(tx, batch, lease);
      await tx.query(
        `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, status, created_at)
         SELECT 'other_' || n, 'wsp_1', 'whk_a', 'other_' || n, 'call.ended', 'delivered', now() FROM generate_series(1, $1::int) n`,
        [5_000],
      );
      const before = await rowsRead(tx, 'deliveries');
      await record(tx, 12, lease);
      expect((await rowsRead(tx, 'deliveries')) - before).toBeLessThan(1_000);
    });
    const delivered = `SELECT count(*)::int AS count FROM deliveries WHERE status = 'delivered' AND attempts = 1`;
    expect(await worker.query(delivered)).toEqual([{ count: 260 }]);
  } finally {
    await worker.destroy();
  }
});

/** The results of twenty attempts that went well. */
async function record(tx: EntityManager, batch: number, lease: string): Promise<void> {
  const attempts = Array.from({ length: 20 }, (_, n) => {
    const id = `whk_a_${batch * 20 + n + 1}`;
    const delivery = {
      id,
      workspaceId: 'wsp_1',
      webhookId: 'whk_a',
      eventId: id,
      callId: id,
      storedAt: now,
      failures: 0,
      lease,
    };
    const result = { statusCode: 200, error: null, responseBody: '', retryAfter: null };
    return { delivery, result, decision: { kind: 'delivered' }, attemptedAt: now, endedAt: now } as const;
  });
  expect(await recordAttempts(tx as unknown as DataSource, attempts)).toEqual([]);
}
