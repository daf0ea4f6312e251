import { eventExamples, webhookExamples } from '@ci/contracts';
import { afterCommit } from '@ci/event-store';
import { KafkaTransport } from '@ci/messaging';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { Webhook } from 'standardwebhooks';
import type { DataSource } from 'typeorm';
import { DeliverySender } from '../../src/deliveries/send/delivery-sender.ts';
import { answers, callEnded, path, received, register, service, waitOf, withStatus } from '../scenario.ts';
import { workspace } from '../webhooks-service.ts';

describe('an event', () => {
  it.each(['call.ended', 'summary.ready', 'summary.failed'] as const)(
    '%s arrives signed, with the public body, and verifies with the official library',
    async (type) => {
      const webhook = await register([type]);
      const time = new Date('2026-11-20T15:31:02.118Z');
      const call = { ...eventExamples[type].call, id: newId('call') };
      const { id } = await service.consume(type, { ...eventExamples[type], call }, { time });
      const request = await service.receiver.waitFor((candidate) => candidate.path === path);
      const body = new Webhook(webhook.secret).verify(request.body, request.headers as Record<string, string>);
      expect(body).toEqual({
        ...webhookExamples[type],
        data: { ...webhookExamples[type].data, call: { ...webhookExamples[type].data.call, id: call.id } },
        id: request.id,
        timestamp: time.toISOString(),
        workspace_id: workspace,
      });
      expect(request.id).toMatch(/^evt_/);
      expect(request.headers).toMatchObject({ 'content-type': 'application/json' });
      const [delivery] = await withStatus(webhook, 'delivered');
      expect(delivery).toMatchObject({ event_id: request.id, event_type: type, next_attempt_at: null });
      expect(delivery?.attempts).toMatchObject([{ number: 1, status_code: 200, error: null, response_body: '' }]);
      const detail = await service.request('GET', `/v1/webhooks/${webhook.id}/deliveries/${delivery?.id}`);
      expect([detail.status, detail.body]).toEqual([200, { ...delivery, request_body: request.body }]);
      // The same message once more, as after a crash between commit and offset.
      await service.consume(type, { ...eventExamples[type], call }, { id, time });
      expect(await service.deliveriesOf(webhook.id)).toHaveLength(1);
    },
  );

  it('goes to the endpoints of its own workspace that asked for its type', async () => {
    const foreign = { workspace: 'wsp_other' };
    await service.register(['call.ended'], { ...foreign, path: `${path}-foreign` });
    await register(['summary.ready'], `${path}-other-type`);
    await register(['call.ended'], `${path}-one`);
    await register(['call.ended'], `${path}-two`);
    await service.consume('call.ended', callEnded());
    await until(() => received(`${path}-one`).length === 1 && received(`${path}-two`).length === 1);
    expect(received(`${path}-one`)[0]?.body).toBe(received(`${path}-two`)[0]?.body);
    expect(received(`${path}-one`)[0]?.headers['webhook-signature']).not.toBe(
      received(`${path}-two`)[0]?.headers['webhook-signature'],
    );
    expect([...received(`${path}-foreign`), ...received(`${path}-other-type`)]).toEqual([]);
  });

  it('is sent at once, without waiting for the next look', async () => {
    await register();
    const queries = jest.spyOn(service.app.get<DataSource>(WORKER_DATA_SOURCE), 'query');
    try {
      for (let index = 0; index < 10; index += 1) {
        const call = callEnded();
        await service.consume('call.ended', call);
        await until(() => received().some(({ body }) => body.includes(call.call.id)));
      }
      // Looks there were, by the clock; they found nothing that was not on its way already.
      const looks = queries.mock.calls.flatMap(([statement], n) =>
        statement.includes('RECURSIVE waiting') ? [queries.mock.results[n]?.value as Promise<unknown[]>] : [],
      );
      expect((await Promise.all(looks)).flat()).toEqual([]);
    } finally {
      queries.mockRestore();
    }
  });
});

describe('on demand', () => {
  it('a test event arrives, signed', async () => {
    const webhook = await register();
    const { status, body } = await service.request('POST', `/v1/webhooks/${webhook.id}/test`);
    expect([status, body.event_type, body.status, body.attempts]).toEqual([202, 'webhook.test', 'pending', []]);
    const request = await service.receiver.waitFor((candidate) => candidate.path === path);
    expect(new Webhook(webhook.secret).verify(request.body, request.headers as Record<string, string>)).toMatchObject({
      id: body.event_id,
      type: 'webhook.test',
      workspace_id: workspace,
      data: { webhook_id: webhook.id },
    });
  });

  it.each(Object.keys(webhookExamples) as (keyof typeof webhookExamples)[])(
    'the example of %s arrives, signed, whether the endpoint asked for it or not',
    async (type) => {
      const webhook = await register(['summary.failed']);
      const { status, body } = await service.request('POST', `/v1/webhooks/${webhook.id}/test`, { body: { type } });
      expect([status, body.event_type]).toEqual([202, type]);
      const request = await service.receiver.waitFor((candidate) => candidate.path === path);
      const example = webhookExamples[type];
      expect(new Webhook(webhook.secret).verify(request.body, request.headers as Record<string, string>)).toEqual({
        ...example,
        id: body.event_id,
        timestamp: expect.any(String),
        workspace_id: workspace,
        data: type === 'webhook.test' ? { ...example.data, webhook_id: webhook.id } : example.data,
      });
    },
  );

  it.each([{ type: 'call.exploded' }, { type: 7 }])('there is no test event for %j', async (wrong) => {
    const webhook = await register();
    const answer = await service.request('POST', `/v1/webhooks/${webhook.id}/test`, { body: wrong });
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ field: 'type', message: 'must be one of call.ended, summary.ready, summary.failed, webhook.test, or null' }],
    ]);
  });

  it.each([[null], ['text'], [[]]])('a test takes no body or an object, not %j', async (wrong) => {
    const webhook = await register();
    const answer = await service.request('POST', `/v1/webhooks/${webhook.id}/test`, { body: wrong });
    expect([answer.status, answer.body.error?.param]).toEqual([400, 'body']);
  });

  it('a delivery goes again under the same id, with a new round of retries', async () => {
    const webhook = await register();
    await service.consume('call.ended', callEnded());
    const [delivered] = await withStatus(webhook, 'delivered', 1);
    answers.set(path, { status: 500 });
    expect((await service.request('POST', `/v1/deliveries/${delivered?.id}/redeliver`)).status).toBe(202);
    const [again] = await withStatus(webhook, 'pending', 2);
    expect(waitOf(again!)).toBeCloseTo(5_000, -3);
    expect(received()[1]).toMatchObject({ id: received()[0]?.id, body: received()[0]?.body });
  });

  it('under one Idempotency-Key it goes again once', async () => {
    const webhook = await register();
    const headers = { 'idempotency-key': newId('req') };
    const first = await service.request('POST', `/v1/webhooks/${webhook.id}/test`, { headers });
    const repeat = await service.request('POST', `/v1/webhooks/${webhook.id}/test`, { headers });
    expect(repeat.body.id).toBe(first.body.id);
    await withStatus(webhook, 'delivered', 1);
    expect(received()).toHaveLength(1);
  });
});

describe('an endpoint that hangs', () => {
  it('has a bounded number of attempts in flight and delays nobody else', async () => {
    const hanging = await register(['call.ended'], `${path}-hanging`);
    answers.set(`${path}-hanging`, { hang: true });
    for (let index = 0; index < 20; index += 1) await service.consume('call.ended', callEnded());
    await until(() => received(`${path}-hanging`).length === 8);
    await register(['call.ended']);
    await service.consume('call.ended', callEnded());
    await until(() => received().length === 1);
    expect(received(`${path}-hanging`)).toHaveLength(8);
    expect((await service.deliveriesOf(hanging.id)).filter(({ status }) => status === 'pending')).toHaveLength(21);
  });
});

it('a consumer waits for the sender after its transaction, with none open', async () => {
  const sender = service.app.get(DeliverySender);
  const applyBackpressure = sender.applyBackpressure.bind(sender);
  const steps: string[] = [];
  sender.applyBackpressure = async () => {
    steps.push('waits');
    await applyBackpressure();
  };
  try {
    const { transaction } = service.app.get(KafkaTransport);
    await transaction(async (tx) => {
      afterCommit(tx, () => void steps.push('committed'));
      await Promise.resolve();
    });
    expect(steps).toEqual(['committed', 'waits']);
  } finally {
    sender.applyBackpressure = applyBackpressure;
  }
});
