import { DeliverySchema } from '@ci/contracts';
import { DomainError, notFound } from '@ci/domain';
import { afterCommit } from '@ci/event-store';
import { ApiAnswer, ApiErrors, Idempotency, NoQuery, QueryOf, sendAnswer } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { findDelivery } from '../deliveries/log/delivery.query.ts';
import { assertActive } from '../endpoints/endpoint-locks.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { DeliverySender } from '../deliveries/send/delivery-sender.ts';
import { sendAgain } from '../deliveries/store/send-again.ts';

@ReadWriteController('v1/deliveries')
export class RedeliverController {
  constructor(
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(DeliverySender) private readonly sender: DeliverySender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post(':id/redeliver')
  @ApiOperation({
    operationId: 'redeliver',
    summary: 'Send a delivery again, now and with a new schedule of retries',
    description: 'The event keeps its id and its body, so that a receiver that has seen it can tell.',
  })
  @ApiAnswer(202, DeliverySchema, 'The delivery, pending again.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'idempotency_key_reused',
    'rate_limited',
  )
  async redeliver(
    @CurrentCaller() caller: Caller,
    @Param('id') deliveryId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.idempotency.run(
      request,
      caller,
      async (tx) => ({
        status: 202,
        body: await this.#again(tx, deliveryId, caller.workspace.id),
        resourceId: deliveryId,
      }),
      // An endpoint's answers may repeat what they were sent: they are kept in one place, from which they can be erased.
      { rebuild: (id, tx) => findDelivery(tx, id) },
    );
    await sendAnswer(reply, answer);
  }

  async #again(tx: EntityManager, deliveryId: string, workspaceId: string) {
    // An endpoint that was deleted has taken its deliveries with it.
    const [found] = await tx.query<{ endpoint_status: string; erased: boolean }[]>(
      `SELECT e.status AS endpoint_status, v.body IS NULL AS erased FROM deliveries d
       JOIN webhook_endpoints e ON e.id = d.webhook_id JOIN webhook_events v ON v.id = d.event_id
       WHERE d.id = $1 AND d.workspace_id = $2 FOR SHARE OF e`,
      [deliveryId, workspaceId],
    );
    if (found === undefined) throw notFound();
    if (found.erased) throw new DomainError('conflict', 'The call was deleted; there is nothing left to send.');
    assertActive(found.endpoint_status);
    await sendAgain(tx, [deliveryId], { now: this.clock() });
    afterCommit(tx, () => this.sender.wake());
    return findDelivery(tx, deliveryId);
  }
}
