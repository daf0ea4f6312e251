import { Pruner } from '@ci/messaging';
import { eventExamples, type CallEnded } from '@ci/contracts';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { claimDeliveries } from '../src/deliveries/queue/claim-deliveries.ts';
import { startWebhooks, type WebhooksService } from './webhooks-service.ts';

const DAY = 24 * 3_600_000;
let service: WebhooksService;
beforeEach(async () => {
  service = await startWebhooks();
});
afterEach(() => service.close());

const callEnded = (): CallEnded => ({
  ...eventExamples['call.ended'],
  call: { ...eventExamples['call.ended'].call, id: newId('call') },
});
const statuses = async (): Promise<string[]> =>
  (await service.database.dataSource.query<{ status: string }[]>(`SELECT status FROM deliveries`)).map(
    ({ status }) => status,
  );

describe('after the 204 of a DELETE', () => {
  it('nothing arrives any more, whatever was pending, claimed or under way', async () => {
    const webhook = await service.register();
    service.receiver.answer({ delayMs: 5 });
    const load = { running: true };
    const events = (async () => {
      while (load.running) await service.consume('call.ended', callEnded());
    })();
    await until(() => service.receiver.requests.length > 20);
    const { status } = await service.request('DELETE', `/v1/webhooks/${webhook.id}`);
    const arrived = service.receiver.requests.length;
    expect(status).toBe(204);
    load.running = false;
    await events;
    // Another endpoint's delivery, through the same sender, shows that the sender went on.
    await service.register(['call.ended'], { path: '/other' });
    await service.consume('call.ended', callEnded());
    await service.receiver.waitFor(({ path }) => path === '/other');
    expect(service.receiver.requests.slice(arrived).filter(({ path }) => path === '/hooks')).toEqual([]);
    const pending = await service.database.dataSource.query<unknown[]>(
      `SELECT 1 FROM deliveries WHERE webhook_id = $1 AND (status = 'pending' OR lease IS NOT NULL)`,
      [webhook.id],
    );
    expect(pending).toEqual([]);
    expect((await service.request('GET', `/v1/webhooks/${webhook.id}`)).status).toBe(404);
  });

  it('an attempt that hangs is cut, and nothing personal of the endpoint is left', async () => {
    const webhook = await service.register();
    service.receiver.answer({ hang: true });
    await service.consume('call.ended', callEnded());
    await until(() => service.receiver.requests.length === 1);
    await service.request('DELETE', `/v1/webhooks/${webhook.id}`);
    await until(async () => {
      const [row] = await service.database.dataSource.query(`SELECT lease FROM deliveries`);
      return row.lease === null;
    });
    expect(await statuses()).toEqual(['dropped']);
    expect(await service.database.dataSource.query(`SELECT * FROM webhook_secrets`)).toEqual([]);
    expect(await service.database.dataSource.query(`SELECT * FROM event_personal`)).toEqual([]);
  });
});

describe('the start of an attempt and a DELETE exclude each other', () => {
  /** A minute ahead: later than anything is due, and than any lease. */
  const inAMinute = () => new Date(service.clock.now().getTime() + 60_000);
  const claim = async (now: Date) => {
    return claimDeliveries(service.database.dataSource, {
      now,
      lease: crypto.randomUUID(),
      leasedUntil: new Date(now.getTime() + 1_000),
      capacity: 10,
      perEndpoint: 10,
      available: new Map(),
      perWorkspace: 10,
      heldByWorkspace: new Map(),
    });
  };

  it('while a DELETE holds the endpoint nothing is claimed for it, and nobody waits', async () => {
    const webhook = await service.register();
    service.receiver.answer({ status: 500 });
    await service.consume('call.ended', callEnded());
    await until(async () => (await service.deliveriesOf(webhook.id))[0]?.attempts.length === 1);
    const now = inAMinute();
    await service.database.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR UPDATE`, [webhook.id]);
      expect(await claim(now)).toEqual([]);
    });
    expect(await claim(now)).toHaveLength(1);
    expect(await claim(now)).toEqual([]); // leased
  });

  it('while attempts are being marked as started, a DELETE waits', async () => {
    const webhook = await service.register();
    const order: string[] = [];
    let deletion: Promise<unknown> | undefined;
    await service.database.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR SHARE`, [webhook.id]);
      deletion = service.request('DELETE', `/v1/webhooks/${webhook.id}`).then(() => order.push('deleted'));
      await until(async () => {
        const waiting = await tx.query<unknown[]>(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      order.push('started');
    });
    await deletion;
    expect(order).toEqual(['started', 'deleted']);
  });
});

describe('stopping', () => {
  it('waits a while for attempts, cuts them, and leaves them to the next instance at once', async () => {
    await service.register();
    service.receiver.answer({ hang: true });
    await service.consume('call.ended', callEnded());
    await until(() => service.receiver.requests.length === 1);
    expect(await durationOf(() => service.app.close())).toBeGreaterThanOrEqual(450);
    // Had it been waited for to its end, it would count as an attempt.
    const [row] = await service.database.dataSource.query(`SELECT status, lease, attempts FROM deliveries`);
    expect(row).toEqual({ status: 'pending', lease: null, attempts: 0 });
  });

  it('waits for nothing when nothing is under way', async () => {
    const idle = await startWebhooks({ beside: service, shutdownTimeoutMs: 600_000 });
    await service.register();
    await idle.consume('call.ended', callEnded());
    await until(async () => (await statuses())[0] === 'delivered');
    // It may take five minutes for attempts to end, which is longer than this test may take.
    await idle.close();
  });
});

it('deliveries, attempts and bodies are forgotten after 30 days', async () => {
  const webhook = await service.register();
  await service.consume('call.ended', callEnded());
  await until(async () => (await statuses())[0] === 'delivered');
  const counts = async () =>
    (
      await service.database.dataSource.query(
        `SELECT (SELECT count(*)::int FROM deliveries) AS deliveries, (SELECT count(*)::int FROM delivery_attempts) AS attempts,
                (SELECT count(*)::int FROM webhook_events) AS events`,
      )
    )[0];
  const pruner = service.app.get(Pruner);
  service.clock.turn(30 * DAY - 60_000);
  await pruner.runOnce();
  expect(await counts()).toEqual({ deliveries: 1, attempts: 1, events: 1 });
  service.clock.turn(120_000);
  await pruner.runOnce();
  expect(await counts()).toEqual({ deliveries: 0, attempts: 0, events: 0 });
  expect(await service.deliveriesOf(webhook.id)).toEqual([]);
});

it('a delivery that is pending again stays, however old', async () => {
  const webhook = await service.register();
  await service.consume('call.ended', callEnded());
  await until(async () => (await statuses())[0] === 'delivered');
  service.clock.turn(31 * DAY);
  await service.database.dataSource.query(`UPDATE deliveries SET status = 'pending', next_attempt_at = $1`, [
    new Date(service.clock.now().getTime() + DAY),
  ]);
  await service.app.get(Pruner).runOnce();
  expect(await service.deliveriesOf(webhook.id)).toHaveLength(1);
});

it.each(['deliveries', 'delivery_attempts', 'webhook_events'])(
  '%s are vacuumed before a fifth of them is dead',
  async (table) => {
    const [found] = await service.database.dataSource.query<{ options: string[] }[]>(
      `SELECT reloptions AS options FROM pg_class WHERE oid = $1::regclass`,
      [table],
    );
    expect(found?.options).toContain('autovacuum_vacuum_scale_factor=0.01');
  },
);

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
