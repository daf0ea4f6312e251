import {
  DeliverySchema,
  TestWebhookSchema,
  webhookExamples,
  type TestWebhook,
  type WebhookEventType,
} from '@ci/contracts';
import { afterCommit } from '@ci/event-store';
import { ApiAnswer, ApiErrors, BodyOf, Idempotency, NoQuery, QueryOf, sendAnswer, linksTo } from '@ci/http';
import { newId } from '@ci/ids';
import { CurrentCaller, type Caller } from '@ci/security';
import { Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { findDelivery } from '../deliveries/log/delivery.query.ts';
import { assertActive, holdEndpoint, type WebhookRef } from '../endpoints/endpoint-locks.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { DeliverySender } from '../deliveries/send/delivery-sender.ts';
import { storeDeliveries } from '../deliveries/store/store-deliveries.ts';
import { webhookBody } from '../deliveries/store/webhook-body.ts';

@ReadWriteController('v1/webhooks')
export class TestWebhookController {
  constructor(
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(DeliverySender) private readonly sender: DeliverySender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post(':id/test')
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a test event to an endpoint',
    description:
      'A `webhook.test`, or the example of another type, whether the endpoint subscribes to it or not. It is signed, tried again and logged like any other event. The ids in an example are of nothing that exists.',
  })
  @ApiAnswer(202, DeliverySchema, 'The delivery that is now on its way; see it in the list of deliveries.', {
    links: { ...linksTo('/id', 'redeliver'), ...linksTo('/webhook_id', 'listDeliveries') },
  })
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'unsupported_media_type',
    'payload_too_large',
    'idempotency_key_reused',
    'rate_limited',
  )
  async test(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @BodyOf(TestWebhookSchema, { required: false }) { type }: TestWebhook,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const webhook = { webhookId, workspaceId: caller.workspace.id };
    const answer = await this.idempotency.run(request, caller, async (tx) => ({
      status: 202,
      body: await this.#send(tx, webhook, type ?? 'webhook.test'),
    }));
    await sendAnswer(reply, answer);
  }

  async #send(tx: EntityManager, webhook: WebhookRef, type: WebhookEventType) {
    assertActive(await holdEndpoint(tx, webhook));
    const { webhookId, workspaceId } = webhook;
    const now = this.clock();
    const id = newId('evt');
    const body = webhookBody({ id, type, time: now, workspaceId, data: testData(type, webhookId) });
    const event = { id, workspaceId, type, callId: null, callOrder: 0, body, now };
    const [stored] = await storeDeliveries(tx, [
      { event, webhookId, status: 'pending', nextAttemptAt: now, held: false },
    ]);
    afterCommit(tx, () => this.sender.wake());
    return findDelivery(tx, stored?.id ?? '');
  }
}

/** The example that the type is published with. A `webhook.test` says which endpoint it was meant for. */
function testData(type: WebhookEventType, webhookId: string): object {
  const { data } = webhookExamples[type];
  return type === 'webhook.test' ? { ...data, webhook_id: webhookId } : data;
}
