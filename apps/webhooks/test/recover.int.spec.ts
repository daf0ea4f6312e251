import { eventExamples } from '@ci/contracts';
import { Pruner } from '@ci/messaging';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { WORKER_DATA_SOURCE } from '@ci/database';
import type { DataSource } from 'typeorm';
import { hasBody, notArrived } from '../src/recoveries/not-arrived.ts';
import { RECOVERY_BATCH, takeRecoveryStep } from '../src/recoveries/recovery-step.ts';
import { RecoveryWorker } from '../src/recoveries/recovery-worker.ts';
import { answers, callEnded, HOUR, path, received, register, service, withStatus, useScenario } from './scenario.ts';
import type { Created, Json } from './webhooks-service.ts';

useScenario();

const DAY = 24 * HOUR;
const switchTo = (webhook: Created, status: 'active' | 'disabled') =>
  service.request('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status } });
const recover = (webhook: Created, body: object = { since: ago(HOUR) }, query = '', headers = {}) =>
  service.request('POST', `/v1/webhooks/${webhook.id}/recover${query}`, { body, headers });
const ago = (ms: number): string => new Date(service.clock.now().getTime() - ms).toISOString();
const recoveryOf = async (webhook: Created, id: string): Promise<Json> =>
  (await service.request('GET', `/v1/webhooks/${webhook.id}/recoveries/${id}`)).body;
const ended = (webhook: Created, id: string): Promise<Json> =>
  until(
    async () => {
      const recovery = await recoveryOf(webhook, id);
      return recovery.status === 'running' ? undefined : recovery;
    },
    { describe: 'the recovery has ended' },
  );
/** So many events come while the endpoint is disabled. */
const miss = async (webhook: Created, count: number): Promise<void> => {
  await switchTo(webhook, 'disabled');
  for (let index = 0; index < count; index += 1) await service.consume('call.ended', callEnded());
  await switchTo(webhook, 'active');
};

describe('a recovery', () => {
  it('sends what was missed, once each, and tells how far it is', async () => {
    const webhook = await register();
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'delivered');
    await miss(webhook, 3);
    const missed = (await service.deliveriesOf(webhook.id)).filter(({ status }) => status === 'dropped');
    const begun = await recover(webhook);
    expect([begun.status, begun.headers['location']]).toEqual([
      202,
      `/v1/webhooks/${webhook.id}/recoveries/${begun.body.id}`,
    ]);
    expect(begun.body).toMatchObject({
      id: expect.stringMatching(/^rec_/),
      webhook_id: webhook.id,
      status: 'running',
      total: 3,
      scheduled: 0,
      finished_at: null,
    });
    expect(await ended(webhook, begun.body.id)).toEqual({
      ...begun.body,
      status: 'completed',
      scheduled: 3,
      delivered: 3,
      pending: 0,
      failed: 0,
      finished_at: expect.any(String),
    });
    expect(
      received()
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(missed.map(({ event_id: id }) => id).sort());
    expect(received()).toHaveLength(4);
    const { data } = (await service.request('GET', `/v1/webhooks/${webhook.id}/recoveries`)).body;
    expect(data).toEqual([await recoveryOf(webhook, begun.body.id)]);
  });

  it('also takes what was given up and what waits for a retry, and nothing of before or after its time', async () => {
    const webhook = await register();
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    service.clock.turn(DAY);
    const since = service.clock.now().toISOString();
    await service.consume('call.ended', callEnded());
    await until(() => received().length === 3); // the old one was due again
    await until(async () => {
      const deliveries = await service.deliveriesOf(webhook.id);
      return deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0) === 3;
    });
    await service.database.dataSource.query(
      `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL WHERE webhook_id = $1 AND created_at < $2`,
      [webhook.id, since],
    );
    answers.set(path, {});
    const [newer, older] = await service.deliveriesOf(webhook.id);
    const { body: recent } = await recover(webhook, { since });
    expect(await ended(webhook, recent.id)).toMatchObject({ total: 1, scheduled: 1, delivered: 1 });
    expect(received().at(-1)?.id).toBe(newer?.event_id);
    const { body: old } = await recover(webhook, { since: ago(2 * DAY), until: ago(DAY / 2) });
    expect(await ended(webhook, old.id)).toMatchObject({ total: 1, delivered: 1 });
    expect(received().at(-1)?.id).toBe(older?.event_id);
    expect(received()).toHaveLength(5);
  });

  it('gives each a new round of retries, and counts those that are given up again', async () => {
    const webhook = await register();
    await miss(webhook, 1);
    answers.set(path, { status: 500 });
    const { body } = await recover(webhook);
    expect(await ended(webhook, body.id)).toMatchObject({ status: 'completed', pending: 1, delivered: 0, failed: 0 });
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await withStatus(webhook, 'pending', attempt);
      service.clock.turn(11 * HOUR);
    }
    await withStatus(webhook, 'failed', 8);
    expect(await recoveryOf(webhook, body.id)).toMatchObject({ pending: 0, delivered: 0, failed: 1 });
  });

  it('only counts on a dry run, also while the endpoint is disabled', async () => {
    const webhook = await register();
    await miss(webhook, 2);
    await switchTo(webhook, 'disabled');
    const since = ago(HOUR);
    const counted = await recover(webhook, { since }, '?dry_run=true');
    expect([counted.status, counted.body]).toEqual([
      200,
      { webhook_id: webhook.id, since, until: expect.any(String), total: 2 },
    ]);
    const later = await recover(webhook, { since, until: ago(-HOUR) }, '?dry_run=true');
    expect(Date.parse(later.body.until)).toBeLessThanOrEqual(service.clock.now().getTime());
    expect((await service.request('GET', `/v1/webhooks/${webhook.id}/recoveries`)).body.data).toEqual([]);
    expect((await recover(webhook, { since })).body.error).toMatchObject({
      code: 'conflict',
      message: 'The webhook is disabled; enable it first.',
    });
    expect(received()).toEqual([]);
  });

  it('runs once under one Idempotency-Key, and one at a time on an endpoint', async () => {
    const webhook = await register();
    await miss(webhook, 1);
    answers.set(path, { hang: true });
    const [body, headers] = [{ since: ago(HOUR) }, { 'idempotency-key': newId('req') }];
    const first = await recover(webhook, body, '', headers);
    const repeat = await recover(webhook, body, '', headers);
    expect([repeat.body.id, repeat.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
    const second = await recover(webhook);
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
  });

  it.each(['', '?dry_run=true'])('refuses an Idempotency-Key that is none (%s)', async (query) => {
    const headers = { 'idempotency-key': 'k'.repeat(256) };
    const { status, body } = await recover(await register(), { since: ago(HOUR) }, query, headers);
    expect([status, body.error.param]).toEqual([400, 'Idempotency-Key']);
  });

  it('leaves out what a deleted call has taken with it', async () => {
    const webhook = await register();
    await switchTo(webhook, 'disabled');
    const call = callEnded();
    await service.consume('call.ended', call);
    await service.consume('call.ended', callEnded());
    await service.consume('call.deleted', { ...eventExamples['call.deleted'], call_id: call.call.id });
    await switchTo(webhook, 'active');
    const { body } = await recover(webhook);
    expect(await ended(webhook, body.id)).toMatchObject({ total: 1, scheduled: 1, delivered: 1 });
    expect(received()).toHaveLength(1);
  });

  it.each([
    [{}, 'since'],
    [{ since: '2026-11-20' }, 'since'],
    [{ since: '2126-01-01T00:00:00Z' }, 'since'],
    [{ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 'since'],
    [{ since: '2026-01-02T00:00:00Z', until: 5 }, 'until'],
  ])('refuses %j by name', async (body, param) => {
    const webhook = await register();
    const answer = await recover(webhook, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });
});

describe('while a recovery runs', () => {
  it('what happens meanwhile waits behind a batch of it, not behind all of it', async () => {
    const webhook = await register();
    await miss(webhook, 4 * RECOVERY_BATCH);
    // From the second batch on the endpoint is slow, until the event is stored.
    const stored = Promise.withResolvers<undefined>();
    service.receiver.answer((request) =>
      request.path === path && received().length > RECOVERY_BATCH ? { after: stored.promise } : {},
    );
    await recover(webhook);
    await until(() => received().length > RECOVERY_BATCH);
    const call = callEnded();
    await service.consume('call.ended', call);
    const before = received().length;
    stored.resolve(undefined);
    const live = await until(() => {
      const index = received().findIndex(({ body }) => body.includes(call.call.id));
      return index === -1 ? undefined : index;
    });
    // Those that were scheduled, and those in flight.
    expect(live - before).toBeLessThanOrEqual(RECOVERY_BATCH + 16);
    expect(live).toBeLessThan(4 * RECOVERY_BATCH);
  });

  it('it can be cancelled: what is not scheduled stays as it is', async () => {
    const webhook = await register();
    await miss(webhook, RECOVERY_BATCH + 10);
    answers.set(path, { hang: true });
    const { body } = await recover(webhook);
    await until(async () => (await recoveryOf(webhook, body.id)).scheduled === RECOVERY_BATCH);
    const cancel = () => service.request('POST', `/v1/webhooks/${webhook.id}/recoveries/${body.id}/cancel`);
    const cancelled = await cancel();
    expect([cancelled.status, cancelled.body]).toEqual([
      200,
      {
        ...body,
        status: 'cancelled',
        scheduled: RECOVERY_BATCH,
        pending: RECOVERY_BATCH,
        finished_at: expect.any(String),
      },
    ]);
    expect((await cancel()).body).toEqual(cancelled.body);
    const dropped = (await service.deliveriesOf(webhook.id)).filter(({ status }) => status === 'dropped');
    expect(dropped).toHaveLength(10);
  });

  it('disabling the endpoint stops it, deleting the endpoint removes it', async () => {
    const webhook = await register();
    await miss(webhook, 1);
    answers.set(path, { hang: true });
    const { body } = await recover(webhook);
    await until(() => received().length === 1);
    await switchTo(webhook, 'disabled');
    expect(await recoveryOf(webhook, body.id)).toMatchObject({ status: 'stopped', finished_at: expect.any(String) });
    await service.request('DELETE', `/v1/webhooks/${webhook.id}`);
    const left = await service.database.dataSource.query(`SELECT id FROM recoveries WHERE webhook_id = $1`, [
      webhook.id,
    ]);
    expect(left).toEqual([]);
  });
});

it('recoveries are forgotten after 30 days', async () => {
  const webhook = await register();
  const { body } = await recover(webhook);
  await ended(webhook, body.id);
  const count = async () => (await service.request('GET', `/v1/webhooks/${webhook.id}/recoveries`)).body.data.length;
  service.clock.turn(30 * DAY - 60_000);
  await service.app.get(Pruner).runOnce();
  expect(await count()).toBe(1);
  service.clock.turn(120_000);
  await service.app.get(Pruner).runOnce();
  expect(await count()).toBe(0);
});

describe('a step of a recovery', () => {
  /** Recoveries are stopped, so that the test takes the steps. */
  const standingStill = async (count: number) => {
    const webhook = await register();
    await miss(webhook, count);
    const { dataSource } = service.database;
    await service.app.get(RecoveryWorker).beforeApplicationShutdown();
    const { body } = await recover(webhook);
    return { webhook, id: body.id as string, dataSource };
  };
  const resume = () => {
    const worker = new RecoveryWorker({
      dataSource: service.app.get<DataSource>(WORKER_DATA_SOURCE),
      clock: service.clock.now,
      logger: service.logger,
      onScheduled: () => undefined,
    });
    worker.onApplicationBootstrap();
    resumed.push(worker);
  };
  const resumed: RecoveryWorker[] = [];
  afterEach(() => Promise.all(resumed.splice(0).map((worker) => worker.beforeApplicationShutdown())));

  it('that dies before its commit leaves nothing behind, and the next one sends each once', async () => {
    const { webhook, id, dataSource } = await standingStill(3);
    const killed = dataSource.transaction(async (tx) => {
      expect(await takeRecoveryStep(tx, service.clock.now())).toBe(true);
      await tx.query(`SELECT pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(killed).rejects.toThrow();
    expect(await recoveryOf(webhook, id)).toMatchObject({ status: 'running', scheduled: 0, pending: 0 });
    resume();
    expect(await ended(webhook, id)).toMatchObject({ status: 'completed', scheduled: 3, delivered: 3 });
    expect(new Set(received().map((request) => request.id)).size).toBe(3);
    expect(received()).toHaveLength(3);
  });

  it('is taken by one instance', async () => {
    const { id, dataSource } = await standingStill(3);
    const now = service.clock.now();
    await dataSource.transaction(async (tx) => {
      expect(await takeRecoveryStep(tx, now)).toBe(true);
      expect(await dataSource.transaction((other) => takeRecoveryStep(other, now))).toBe(false);
    });
    await dataSource.query(`DELETE FROM recoveries WHERE id = $1`, [id]);
  });

  it('does not wait for one who changes the endpoint, and comes again', async () => {
    const { webhook, id, dataSource } = await standingStill(1);
    await dataSource.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR UPDATE`, [webhook.id]);
      expect(await dataSource.transaction((other) => takeRecoveryStep(other, service.clock.now()))).toBe(true);
      expect(await recoveryOf(webhook, id)).toMatchObject({ status: 'running', scheduled: 0 });
    });
    resume();
    expect(await ended(webhook, id)).toMatchObject({ scheduled: 1 });
  });
});

it('what did not arrive is found by its own index, however much did', async () => {
  const runner = service.database.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(
    `INSERT INTO webhook_events (id, workspace_id, type, body, created_at)
     SELECT 'evt_' || n, 'wsp', 'call.ended', '{}', now() FROM generate_series(1, 5000) n`,
  );
  await runner.query(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, status, created_at)
     SELECT 'dlv_' || n, 'wsp', 'whk', 'evt_' || n, 'call.ended', 'delivered', now() FROM generate_series(1, 5000) n`,
  );
  await runner.query(`ANALYZE deliveries`);
  const plan: unknown = await runner.query(
    `EXPLAIN SELECT id FROM deliveries d WHERE webhook_id = 'whk' AND created_at > now() - interval '1 day' AND ${notArrived} AND ${hasBody}`,
  );
  await runner.rollbackTransaction();
  await runner.release();
  expect(JSON.stringify(plan)).toContain('deliveries_not_arrived');
});
