import { uuidv7 } from '@ci/ids';
import { Metrics } from '@ci/observability';
import { until } from '@ci/testing';
import { Webhook } from 'standardwebhooks';
import {
  answers,
  callEnded,
  HOUR,
  MINUTE,
  onlyDelivery,
  path,
  received,
  register,
  service,
  waitOf,
  withStatus,
} from '../scenario.ts';
import type { Created } from '../webhooks-service.ts';

/** All eight attempts of one delivery have failed. */
async function failedForGood(webhook: Created): Promise<Awaited<ReturnType<typeof withStatus>>> {
  answers.set(path, { status: 500 });
  await service.consume('call.ended', callEnded());
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await withStatus(webhook, 'pending', attempt);
    service.clock.turn(11 * HOUR);
  }
  return withStatus(webhook, 'failed', 8);
}

describe('retries', () => {
  it('follow the schedule with the same id and bytes, until one succeeds', async () => {
    const webhook = await register();
    answers.set(path, { status: 500, body: 'broken' });
    await service.consume('call.ended', callEnded());
    const [first] = await withStatus(webhook, 'pending', 1);
    expect(waitOf(first!)).toBeCloseTo(5_000, -3);
    service.clock.turn(5_000);
    const [second] = await withStatus(webhook, 'pending', 2);
    expect(waitOf(second!)).toBeCloseTo(5 * MINUTE, -3);
    answers.set(path, { status: 204 });
    service.clock.turn(5 * MINUTE);
    const [done] = await withStatus(webhook, 'delivered', 3);
    expect(done?.attempts.map(({ status_code, error, response_body }) => [status_code, error, response_body])).toEqual([
      [500, 'The endpoint answered 500.', 'broken'],
      [500, 'The endpoint answered 500.', 'broken'],
      [204, null, ''],
    ]);
    const requests = received();
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    const last = requests[2]!;
    expect(last.headers['webhook-signature']).toBe(
      new Webhook(webhook.secret).sign(last.id, new Date(Number(last.headers['webhook-timestamp']) * 1000), last.body),
    );
  });

  it('are counted by what follows from each attempt', async () => {
    const counted = async () => {
      const text = await service.app.get(Metrics).text();
      const of = (outcome: string) =>
        Number(
          new RegExp(`_attempt_duration_seconds_count\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)$`, 'm').exec(
            text,
          )?.[1] ?? 0,
        );
      return { retry: of('retry'), delivered: of('delivered') };
    };
    const before = await counted();
    const webhook = await register();
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    answers.set(path, { status: 204 });
    service.clock.turn(5_000);
    await withStatus(webhook, 'delivered', 2);
    await until(async () => {
      const after = await counted();
      return after.retry > before.retry && after.delivered > before.delivered;
    });
  });

  it('end after eight attempts', async () => {
    const webhook = await register();
    const [delivery] = await failedForGood(webhook);
    expect(delivery?.next_attempt_at).toBeNull();
    expect((await service.request('GET', `/v1/webhooks/${webhook.id}`)).body.status).toBe('active');
  });

  it('wait as long as the endpoint asks', async () => {
    const webhook = await register();
    answers.set(path, { status: 429, headers: { 'retry-after': '1234' } });
    await service.consume('call.ended', callEnded());
    const [delivery] = await withStatus(webhook, 'pending', 1);
    expect(waitOf(delivery!)).toBeCloseTo(1_234_000, -3);
  });

  it('are made again when the sender died between sending and recording', async () => {
    const webhook = await register();
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    await service.database.dataSource.query(
      `UPDATE deliveries SET next_attempt_at = $2, lease = $3, leased_until = $4 WHERE webhook_id = $1`,
      [webhook.id, service.clock.now(), uuidv7(), new Date(service.clock.now().getTime() + 30_000)],
    );
    answers.set(path, { status: 200 });
    service.clock.turn(5_000);
    await service.consume('call.ended', callEnded()); // wakes the sender, and shows that it looked
    await until(() => received().length === 2);
    expect(new Set(received().map(({ id }) => id)).size).toBe(2);
    service.clock.turn(30_000);
    await until(() => received().length === 3);
    expect(received()[2]?.id).toBe(received()[0]?.id);
  });
});

describe('the health of an endpoint', () => {
  const healthOf = async ({ id }: { id: string }) => {
    const { health } = (await service.request('GET', `/v1/webhooks/${id}`)).body;
    const { data } = (await service.request('GET', `/v1/webhooks`)).body;
    expect(data.find((endpoint: { id: string }) => endpoint.id === id).health).toEqual(health);
    return health;
  };

  it('says since when it fails, how often, and when it is tried next', async () => {
    const webhook = await register();
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'delivered');
    const well = { failing_since: null, failed_attempts: 0, failure_rate: 0, next_attempt_at: null };
    expect(await healthOf(webhook)).toEqual(well);
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    const [failed] = await withStatus(webhook, 'pending', 1);
    const failing = await healthOf(webhook);
    expect(failing).toEqual({
      failing_since: expect.any(String),
      failed_attempts: 1,
      failure_rate: 0.5,
      next_attempt_at: failed?.next_attempt_at,
    });
    service.clock.turn(MINUTE);
    await withStatus(webhook, 'pending', 2);
    expect(await healthOf(webhook)).toMatchObject({
      failing_since: failing.failing_since,
      failed_attempts: 2,
      failure_rate: 0.6667,
    });
    answers.set(path, {});
    service.clock.turn(HOUR);
    await withStatus(webhook, 'delivered', 3);
    expect(await healthOf(webhook)).toEqual({ ...well, failure_rate: 0.5 });
  });
});

it('an outage of an endpoint is one line in the log when it begins and one when it ends', async () => {
  const webhook = await register();
  answers.set(path, { status: 503 });
  for (let index = 0; index < 10; index += 1) await service.consume('call.ended', callEnded());
  await until(async () => (await service.deliveriesOf(webhook.id)).every(({ attempts }) => attempts.length === 1));
  service.clock.turn(MINUTE);
  await until(async () => (await service.deliveriesOf(webhook.id)).every(({ attempts }) => attempts.length === 2));
  const lines = () => service.logged.filter((line) => line.includes(webhook.id)).map((line) => JSON.parse(line).msg);
  expect(lines()).toEqual(['deliveries to an endpoint fail']);
  answers.set(path, {});
  service.clock.turn(HOUR);
  await until(async () => (await service.deliveriesOf(webhook.id)).every(({ status }) => status === 'delivered'));
  await until(() => lines().length > 1);
  expect(lines()).toEqual(['deliveries to an endpoint fail', 'deliveries to an endpoint arrive again']);
});

describe('an endpoint that does not want any more', () => {
  it('is disabled by 410, and what is pending for it is dropped', async () => {
    const webhook = await register();
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    answers.set(path, { status: 410 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'failed', 1);
    await withStatus(webhook, 'dropped', 1);
    const { body } = await service.request('GET', `/v1/webhooks/${webhook.id}`);
    expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'gone', disabled_at: expect.any(String) });
    await service.consume('call.ended', callEnded());
    expect((await service.deliveriesOf(webhook.id)).map(({ status }) => status)).toEqual([
      'dropped',
      'failed',
      'dropped',
    ]);
    expect(received()).toHaveLength(2);
  });

  it('is disabled after five days and ten attempts without a success', async () => {
    const webhook = await register();
    await failedForGood(webhook);
    service.clock.turn(48 * HOUR);
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    expect((await service.request('GET', `/v1/webhooks/${webhook.id}`)).body.status).toBe('active');
    service.clock.turn(MINUTE);
    await until(
      async () => (await service.request('GET', `/v1/webhooks/${webhook.id}`)).body.disabled_reason === 'failing',
    );
    expect((await service.deliveriesOf(webhook.id)).map(({ status }) => status)).toEqual(['dropped', 'failed']);
  });

  it('starts to count anew with a success', async () => {
    const webhook = await register();
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    answers.set(path, {});
    service.clock.turn(MINUTE);
    await withStatus(webhook, 'delivered', 2);
    expect(
      await service.database.dataSource.query(`SELECT * FROM webhook_failures WHERE webhook_id = $1`, [webhook.id]),
    ).toEqual([]);
  });

  it('gets nothing while it is disabled, and what it missed on demand', async () => {
    const webhook = await register();
    await service.request('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'disabled' } });
    await service.consume('call.ended', callEnded());
    const missed = await onlyDelivery(webhook);
    expect([missed.status, missed.next_attempt_at]).toEqual(['dropped', null]);
    const refused = await service.request('POST', `/v1/deliveries/${missed.id}/redeliver`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    await service.request('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'active' } });
    expect(received()).toEqual([]);
    const again = await service.request('POST', `/v1/deliveries/${missed.id}/redeliver`);
    expect([again.status, again.body.status, again.body.id]).toEqual([202, 'pending', missed.id]);
    await withStatus(webhook, 'delivered', 1);
    expect(received().map(({ id }) => id)).toEqual([missed.event_id]);
  });
});
