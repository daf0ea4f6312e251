import { afterCommit } from '@ci/event-store';
import {
  ApiAnswer,
  ApiErrors,
  CurrentCaller,
  DomainError,
  Idempotency,
  newId,
  NoQuery,
  notFound,
  queryPipe,
  sendAnswer,
  type Caller,
} from '@ci/platform';
import { Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { findDelivery } from '../delivery-log/delivery.query.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { DeliverySender } from '../send-deliveries/delivery-sender.ts';
import { storeDeliveries } from '../store-deliveries/store-deliveries.ts';
import { webhookBody } from '../store-deliveries/webhook-body.ts';

@ReadWriteController('v1/webhooks')
export class TestWebhookController {
  constructor(
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(DeliverySender) private readonly sender: DeliverySender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post(':id/test')
  @ApiOperation({ operationId: 'testWebhook', summary: 'Send a webhook.test event to an endpoint' })
  @ApiAnswer(202, 'Delivery', 'The delivery that is now on its way; see it in the list of deliveries.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'idempotency_key_reused',
    'rate_limited',
  )
  async test(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.idempotency.run(request, caller, async (tx) => ({
      status: 202,
      body: await this.#send(tx, webhookId, caller.workspace.id),
    }));
    await sendAnswer(reply, answer);
  }

  async #send(tx: EntityManager, webhookId: string, workspaceId: string) {
    const [endpoint] = await tx.query<{ status: string }[]>(
      `SELECT status FROM webhook_endpoints WHERE id = $1 AND workspace_id = $2 FOR SHARE`,
      [webhookId, workspaceId],
    );
    if (endpoint === undefined) throw notFound();
    if (endpoint.status !== 'active') throw new DomainError('conflict', 'The webhook is disabled; enable it first.');
    const now = this.clock();
    const id = newId('evt');
    const data = { webhook_id: webhookId, message: 'A test event. Your endpoint works.' };
    const body = webhookBody({ id, type: 'webhook.test', time: now, workspaceId, data });
    const event = { id, workspaceId, type: 'webhook.test', callId: null, callOrder: 0, body, now } as const;
    const [stored] = await storeDeliveries(tx, [
      { event, webhookId, status: 'pending', nextAttemptAt: now, held: false },
    ]);
    afterCommit(tx, () => this.sender.wake());
    return findDelivery(tx, stored?.id ?? '');
  }
}
