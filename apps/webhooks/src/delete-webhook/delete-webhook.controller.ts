import { inTransaction } from '@ci/database';
import { notFound } from '@ci/domain';
import { metadataOf, runCommand, streamOf } from '@ci/event-store';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Delete, HttpCode, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { lockEndpoint } from '../endpoints/endpoint-locks.ts';
import { webhook } from '../webhook.aggregate.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { findLeased } from '../deliveries/queue/delivery-leases.ts';
import { DeliverySender } from '../deliveries/send/delivery-sender.ts';

@ReadWriteController('v1/webhooks')
export class DeleteWebhookController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(DeliverySender) private readonly sender: DeliverySender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * No attempt starts after the 204, on any instance: attempts are leased by a commit that holds the endpoint's row FOR SHARE, and the lock
   * taken here waits for it. What was leased before is cut, here and on the other instances, and waited for.
   */
  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint for good; deliveries stop at once',
  })
  @ApiAnswer(204, undefined, 'Deleted.')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'conflict', 'rate_limited')
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const workspaceId = caller.workspace.id;
    const command = { type: 'DeleteWebhook', at: this.clock().toISOString() } as const;
    const leased = await inTransaction(this.dataSource, async (tx) => {
      if (!(await lockEndpoint(tx, { webhookId, workspaceId }))) throw notFound();
      const attempts = await findLeased(tx, webhookId);
      await runCommand(tx, webhook, {
        stream: streamOf(webhook, workspaceId, webhookId),
        command,
        metadata: metadataOf(caller, request),
      });
      return attempts;
    });
    await this.sender.endAttempts(webhookId, leased);
  }
}
