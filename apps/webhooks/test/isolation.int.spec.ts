import { createServer, type AddressInfo, type Server } from 'node:net';
import { eventExamples, type CallEnded } from '@ci/contracts';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { startWebhooks, type Created, type WebhooksService } from './webhooks-service.ts';

const SOON = { timeoutMs: 60_000 };
const OTHERS = 'wsp_0000000000000000000000000b';

/** Few places, so that who takes more than its part leaves none for the others. */
const PLACES = 64;
const OF_ONE_WORKSPACE = 16;
let service: WebhooksService;
beforeEach(async () => {
  service = await startWebhooks({ maxInFlight: PLACES });
});
afterEach(() => service.close());

/** Deliveries that are due, as a longer outage of their endpoints leaves them. */
async function backlog(webhooks: readonly Created[], count: number): Promise<void> {
  const { dataSource } = service.database;
  await dataSource.query(
    `INSERT INTO webhook_events (id, workspace_id, type, call_id, body, created_at)
     SELECT 'evt_' || n, 'wsp', 'call.ended', 'call_' || n, '{}', now() - interval '1 hour' FROM generate_series(1, $1::int) n`,
    [count],
  );
  await dataSource.query(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, call_id, status, created_at, next_attempt_at)
     SELECT 'dlv_' || n, e.workspace_id, e.id, 'evt_' || n, 'call.ended', 'call_' || n, 'pending', now() - interval '1 hour', now() - interval '1 hour'
     FROM generate_series(1, $1::int) n JOIN webhook_endpoints e ON e.id = ($2::text[])[1 + n % cardinality($2::text[])]`,
    [count, webhooks.map(({ id }) => id)],
  );
}

const received = (at: string): number => service.receiver.requests.filter(({ path }) => path.startsWith(at)).length;

async function anotherGetsItsDeliveries(): Promise<void> {
  const healthy = await service.register(['call.ended'], { path: '/healthy' });
  service.receiver.answer({ status: 500 });
  await service.consume('call.ended', callEnded());
  await until(async () => (await service.deliveriesOf(healthy.id))[0]?.attempts.length === 1, SOON);
  service.receiver.answer({});
  await service.database.dataSource.query(
    `UPDATE deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND status = 'pending'`,
    [healthy.id],
  );
  for (let n = 0; n < 20; n += 1) await service.consume('call.ended', callEnded());
  await until(() => received('/healthy') === 22, SOON); // one of them a retry, which starts from a claim
}

const callEnded = (): CallEnded => ({
  ...eventExamples['call.ended'],
  call: { ...eventExamples['call.ended'].call, id: newId('call') },
});

/** Takes connections and says nothing, not even in TLS: each attempt on it hangs until its timeout. */
let open: number;
let most: number;
let mute: Server;
beforeEach(async () => {
  [open, most] = [0, 0];
  mute = createServer((socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.on('error', () => undefined).on('close', () => (open -= 1));
    socket.resume();
  });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
});
afterEach(() => mute.close());

const registerHanging = async (workspace?: string): Promise<Created> => {
  const options = workspace === undefined ? {} : { workspace };
  const webhook = await service.register(['call.ended'], options);
  const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`;
  await service.request('PATCH', `/v1/webhooks/${webhook.id}`, { ...options, body: { url } });
  return webhook;
};

it('beside an endpoint that hangs and has a backlog, another one of its workspace and host gets its deliveries', async () => {
  await backlog([await registerHanging()], 100);
  await until(() => open > 0, SOON);
  await anotherGetsItsDeliveries();
  expect(most).toBeLessThan(OF_ONE_WORKSPACE);
}, 150_000);

it('beside a workspace with twenty endpoints that hang, another workspace gets its deliveries', async () => {
  const many: Created[] = [];
  for (let n = 0; n < 20; n += 1) many.push(await registerHanging(OTHERS));
  await backlog(many, 400);
  await until(() => open > 0, SOON);
  await anotherGetsItsDeliveries();
  // After their timeout the next ones may come before the last ones are seen to go.
  expect(most).toBeLessThanOrEqual(2 * OF_ONE_WORKSPACE);
}, 150_000);
