import { eventExamples } from '@ci/contracts';
import { newId } from '@ci/ids';
import { startTcpProxy, until } from '@ci/testing';
import {
  answers,
  callEnded,
  HOUR,
  path,
  received,
  register,
  service,
  summaryReady,
  typesReceived,
  withStatus,
  useScenario,
} from './scenario.ts';
import { startWebhooks, type WebhooksService } from './webhooks-service.ts';

useScenario();

/** The service of the scenario and a second instance of it, on the same database. */
let other: WebhooksService;
beforeAll(async () => {
  other = await startWebhooks({ beside: service });
});
afterAll(() => other.close());

const rowsOf = async (webhookId: string) =>
  service.database.dataSource.query<{ status: string; attempts: number; leased: boolean }[]>(
    `SELECT status, attempts, lease IS NOT NULL AS leased FROM deliveries WHERE webhook_id = $1`,
    [webhookId],
  );

describe('two instances', () => {
  it('share the work: each delivery is attempted once', async () => {
    const webhook = await register(['call.ended']);
    await service.request('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'disabled' } });
    for (let n = 0; n < 10; n += 1) {
      await service.consumeAll(
        'call.ended',
        Array.from({ length: 20 }, () => callEnded()),
      );
    }
    await service.request('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'active' } });
    await service.database.dataSource.query(
      `UPDATE deliveries SET status = 'pending', next_attempt_at = $2 WHERE webhook_id = $1`,
      [webhook.id, service.clock.now()],
    );
    await until(async () => (await rowsOf(webhook.id)).every(({ status }) => status === 'delivered'), {
      timeoutMs: 60_000,
    });
    expect(received()).toHaveLength(200);
    expect(new Set(received().map(({ id }) => id)).size).toBe(200);
  }, 90_000);

  it('after the 204 of a DELETE the other one begins no attempt, also of what it has in memory', async () => {
    const webhook = await register(['call.ended']);
    // It learns that the endpoint is fast, and takes more than it may have in flight; then the endpoint hangs.
    const calls = (count: number) => Array.from({ length: count }, () => callEnded());
    await other.consumeAll('call.ended', calls(40));
    await until(() => received().length === 40, { timeoutMs: 60_000 });
    await other.consumeAll('call.ended', calls(40));
    await until(() => received().length === 80, { timeoutMs: 60_000 });
    answers.set(path, { hang: true });
    await other.consumeAll('call.ended', calls(60));
    await until(() => received().length > 80, { timeoutMs: 60_000 });
    expect((await service.request('DELETE', `/v1/webhooks/${webhook.id}`)).status).toBe(204);
    const arrived = received().length;
    const inHand = async () =>
      (await rowsOf(webhook.id)).filter(({ status, leased }) => status === 'pending' || leased).length;
    await until(async () => (await inHand()) === 0, { timeoutMs: 60_000 });
    expect(received()).toHaveLength(arrived);
    expect(arrived).toBeLessThan(140);
  }, 120_000);

  it('keep the order of a call, whoever consumes which of its events, in batches too', async () => {
    await register();
    answers.set(path, { delayMs: 300 });
    const calls = Array.from({ length: 30 }, () => callEnded());
    const ids = calls.map(({ call }) => call.id);
    await Promise.all([
      service.consumeAll('call.ended', calls.slice(0, 15)),
      other.consumeAll('call.ended', calls.slice(15)),
    ]);
    await Promise.all([
      other.consumeAll(
        'summary.ready',
        ids.slice(0, 20).map((id) => summaryReady(id)),
      ),
      service.consumeAll(
        'summary.ready',
        ids.slice(20).map((id) => summaryReady(id)),
      ),
    ]);
    await until(() => received().length === 60, { timeoutMs: 60_000 });
    for (const id of ids) {
      const [first, second] = received().filter(({ body }) => body.includes(id));
      expect([first, second].map((one) => (JSON.parse(one!.body) as { type: string }).type)).toEqual([
        'call.ended',
        'summary.ready',
      ]);
      // Not before the end of the first attempt.
      expect(second!.at.getTime() - first!.at.getTime()).toBeGreaterThanOrEqual(290);
    }
  }, 90_000);

  it('that get the ends and the deletions of the same calls at once delete each once, and leave nothing to send', async () => {
    const webhook = await register(['call.ended']);
    answers.set(path, { status: 500 });
    const calls = Array.from({ length: 30 }, () => callEnded());
    const deletions = calls.map(({ call }) => ({ ...eventExamples['call.deleted'], call_id: call.id }));
    const [, one, two] = await Promise.all([
      service.consumeAll('call.ended', calls),
      service.consumeAll('call.deleted', deletions),
      other.consumeAll('call.deleted', deletions.toReversed()),
    ]);
    expect([...one, ...two].filter(({ ignored }) => !ignored)).toHaveLength(30);
    expect((await rowsOf(webhook.id)).filter(({ status }) => status === 'pending')).toEqual([]);
  });

  it('a summary waits for the first attempt that the other one makes, and events of other calls do not', async () => {
    await register();
    const call = callEnded();
    const end = Promise.withResolvers<undefined>();
    answers.set(path, { status: 500, after: end.promise });
    await other.consume('call.ended', call);
    await until(() => received().length === 1);
    answers.set(path, {});
    await service.consumeAll('summary.ready', [summaryReady(call.call.id)]);
    await service.consume('call.ended', callEnded());
    await until(() => received().length === 2);
    end.resolve(undefined);
    await until(() => received().length === 3);
    expect(typesReceived()).toEqual(['call.ended', 'call.ended', 'summary.ready']);
    expect(received()[2]?.body).toContain(call.call.id);
  });

  it('in one batch, the second of two revisions waits for the end of the first attempt of the first', async () => {
    const webhook = await register();
    const call = callEnded();
    await service.consume('call.ended', call);
    await withStatus(webhook, 'delivered', 1);
    answers.set(path, { delayMs: 400 });
    await other.consumeAll('summary.ready', [summaryReady(call.call.id, 1), summaryReady(call.call.id, 2)]);
    await until(() => received().length === 3);
    const [, first, second] = received();
    expect(second!.at.getTime() - first!.at.getTime()).toBeGreaterThanOrEqual(390);
  });

  it('in one batch, two revisions of a call that was not heard of are held, and go in turn behind its call.ended', async () => {
    await register();
    const id = newId('call');
    answers.set(path, { delayMs: 100 });
    await other.consumeAll('summary.ready', [summaryReady(id, 2), summaryReady(id, 1)]);
    await service.consumeAll('call.ended', [callEnded(id)]);
    await until(() => received().length === 3);
    expect(
      received().map(({ body }) => (JSON.parse(body) as { data: { summary?: object } }).data.summary === undefined),
    ).toEqual([true, false, false]);
    expect(typesReceived()).toEqual(['call.ended', 'summary.ready', 'summary.ready']);
  });
});

describe('a jump of the clock', () => {
  it('ahead makes no second attempt beside one that is under way', async () => {
    const webhook = await register(['call.ended']);
    const end = Promise.withResolvers<undefined>();
    answers.set(path, { after: end.promise });
    await service.consume('call.ended', callEnded());
    await until(() => received().length === 1);
    await other.close(); // one instance alone: another one may think that this one has died
    service.clock.turn(HOUR);
    // What goes out after the jump shows that it has looked for deliveries due since.
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await until(async () => (await rowsOf(webhook.id)).some(({ attempts }) => attempts === 1));
    service.clock.turn(HOUR);
    await until(async () => (await rowsOf(webhook.id)).some(({ attempts }) => attempts === 2));
    end.resolve(undefined);
    await withStatus(webhook, 'delivered');
    const [first, ...others] = received();
    expect(others.map(({ id }) => id)).not.toContain(first?.id);
    other = await startWebhooks({ beside: service });
  });

  it('back does not leave what a dead instance had leased for long', async () => {
    const webhook = await register(['call.ended']);
    answers.set(path, { status: 500 });
    await service.consume('call.ended', callEnded());
    await withStatus(webhook, 'pending', 1);
    answers.set(path, {});
    await service.database.dataSource.query(
      `UPDATE deliveries SET next_attempt_at = $2, lease = gen_random_uuid(), leased_until = $3 WHERE webhook_id = $1`,
      [webhook.id, service.clock.now(), new Date(service.clock.now().getTime() + HOUR)],
    );
    await withStatus(webhook, 'delivered', 2);
  });
});

describe('a transaction that is rolled back', () => {
  it('sends nothing and keeps nothing', async () => {
    const webhook = await register(['summary.ready']);
    const { dataSource } = service.database;
    // The row of the call is changed after the delivery was stored.
    await dataSource.query(`ALTER TABLE call_gates ADD CONSTRAINT nothing CHECK (concluded = '{}') NOT VALID`);
    await expect(service.consume('summary.ready', summaryReady(newId('call')))).rejects.toThrow();
    await dataSource.query(`ALTER TABLE call_gates DROP CONSTRAINT nothing`);
    expect(await rowsOf(webhook.id)).toEqual([]);
    await service.consume('summary.ready', summaryReady(newId('call')));
    await withStatus(webhook, 'delivered', 1);
    expect(received()).toHaveLength(1);
  });
});

describe('the database is away', () => {
  it('while an attempt is under way: its result waits, and it is not made again', async () => {
    const proxy = await startTcpProxy();
    proxy.leadTo(Number(new URL(service.database.url).port));
    await other.close();
    const cutOff = await startWebhooks({ beside: service, databasePort: proxy.port });
    try {
      const webhook = await register(['call.ended']);
      const end = Promise.withResolvers<undefined>();
      answers.set(path, { after: end.promise });
      await cutOff.consume('call.ended', callEnded());
      await until(() => received().length === 1);
      proxy.shut();
      end.resolve(undefined);
      await until(() => cutOff.logged.some((line) => line.includes('cannot be recorded')));
      proxy.open();
      await withStatus(webhook, 'delivered', 1);
      expect(received()).toHaveLength(1);
      expect(cutOff.logged.filter((line) => line.includes('cannot be recorded'))).toHaveLength(1);
      await cutOff.consume('call.ended', callEnded());
      await until(() => received().length === 2);
    } finally {
      await cutOff.close();
      await proxy.close();
      other = await startWebhooks({ beside: service });
    }
  }, 90_000);
});
