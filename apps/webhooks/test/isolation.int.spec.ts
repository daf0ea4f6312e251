import { jest } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { until } from '@ci/testing';
import { answers, callEnded, path, received, register, service, withStatus } from './scenario.ts';
import type { Created } from './webhooks-service.ts';

const SOON = { timeoutMs: 60_000 };
const OTHERS = 'wsp_0000000000000000000000000b';

/** Deliveries that are due, as a longer outage of their endpoints leaves them. */
async function backlog(webhooks: readonly Created[], count: number, workspaceId?: string): Promise<void> {
  const { dataSource } = service.database;
  const prefix = `${webhooks[0]?.id}_`;
  await dataSource.query(
    `INSERT INTO webhook_events (id, workspace_id, type, call_id, body, created_at)
     SELECT $1 || n, $3, 'call.ended', $1 || n, '{}', now() - interval '1 hour' FROM generate_series(1, $2::int) n`,
    [prefix, count, workspaceId ?? 'wsp'],
  );
  await dataSource.query(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, call_id, status, created_at, next_attempt_at)
     SELECT $1 || n, e.workspace_id, e.id, $1 || n, 'call.ended', $1 || n, 'pending', now() - interval '1 hour', now() - interval '1 hour'
     FROM generate_series(1, $2::int) n JOIN webhook_endpoints e ON e.id = ($3::text[])[1 + n % cardinality($3::text[])]`,
    [prefix, count, webhooks.map(({ id }) => id)],
  );
}

const pendingOf = async (webhooks: readonly Created[]): Promise<number> => {
  const [row] = await service.database.dataSource.query<{ pending: number }[]>(
    `SELECT count(*)::int AS pending FROM deliveries WHERE webhook_id = ANY($1) AND status = 'pending'`,
    [webhooks.map(({ id }) => id)],
  );
  return row?.pending ?? 0;
};
const attemptsOn = async ({ id }: Created): Promise<number> => {
  const [row] = await service.database.dataSource.query<{ attempts: number }[]>(
    `SELECT count(*)::int AS attempts FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.webhook_id = $1`,
    [id],
  );
  return row?.attempts ?? 0;
};

/** A first attempt and a retry: one starts from memory, the other from a claim. */
async function getsItsDeliveries(): Promise<void> {
  const healthy = await register(['call.ended']);
  answers.set(path, { status: 500 });
  await service.consume('call.ended', callEnded());
  await until(() => received().length === 1, SOON);
  await withStatus(healthy, 'pending', 1);
  answers.set(path, {});
  await service.database.dataSource.query(
    `UPDATE deliveries SET next_attempt_at = $2 WHERE webhook_id = $1 AND status = 'pending'`,
    [healthy.id, service.clock.now()],
  );
  for (let n = 0; n < 20; n += 1) await service.consume('call.ended', callEnded());
  await until(() => received().length === 22, SOON);
}

jest.setTimeout(120_000);

describe('beside an endpoint with a deep backlog', () => {
  it('that hangs, another one of the same host gets its deliveries', async () => {
    const hanging = await register(['call.ended'], `${path}-bad`);
    answers.set(`${path}-bad`, { hang: true });
    await backlog([hanging], 1_000);
    await until(() => received(`${path}-bad`).length > 0, SOON);
    await getsItsDeliveries();
    expect(received(`${path}-bad`).length - (await attemptsOn(hanging))).toBeLessThanOrEqual(8);
    expect(await pendingOf([hanging])).toBeGreaterThanOrEqual(1_000);
  });

  it('that is slow, another one gets its deliveries while the backlog is still there', async () => {
    const slow = await register(['call.ended'], `${path}-bad`);
    answers.set(`${path}-bad`, { delayMs: 2_000 });
    await backlog([slow], 1_000);
    await until(() => received(`${path}-bad`).length > 0, SOON);
    await getsItsDeliveries();
    expect(await pendingOf([slow])).toBeGreaterThan(100);
  });

  it('that fails, another one gets its deliveries while the backlog is still there', async () => {
    const failing = await register(['call.ended'], `${path}-bad`);
    answers.set(`${path}-bad`, { status: 500, delayMs: 500 });
    await backlog([failing], 1_000);
    await until(() => received(`${path}-bad`).length > 0, SOON);
    await getsItsDeliveries();
    expect(await attemptsOn(failing)).toBeLessThan(900);
  });

  it('whose TLS handshake never ends, another one gets its deliveries', async () => {
    let connections = 0;
    const mute = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    const silent = await register(['call.ended'], `${path}-bad`);
    await service.request('PATCH', `/v1/webhooks/${silent.id}`, { body: { url: `https://127.0.0.1:${port}/` } });
    await backlog([silent], 300);
    await until(() => connections > 0, SOON);
    await getsItsDeliveries();
    expect(connections - (await attemptsOn(silent))).toBeLessThanOrEqual(8);
    await service.request('DELETE', `/v1/webhooks/${silent.id}`); // cuts them
    mute.close();
  });
});

it('beside a workspace with 100,000 deliveries pending at twenty endpoints, another workspace gets its own', async () => {
  const many: Created[] = [];
  for (let n = 0; n < 20; n += 1) {
    many.push(await service.register(['call.ended'], { path: `${path}-${n}`, workspace: OTHERS }));
    answers.set(`${path}-${n}`, { hang: true });
  }
  await backlog(many, 100_000, OTHERS);

  await until(() => received(`${path}-0`).length > 0, SOON);
  await getsItsDeliveries();
  expect(await pendingOf(many)).toBeGreaterThan(90_000);
  for (const { id } of many) await service.request('DELETE', `/v1/webhooks/${id}`, { workspace: OTHERS });
}, 120_000);
