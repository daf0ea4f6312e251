import { WebhookRecoverySchema } from '@ci/contracts';
import { notFound } from '@ci/domain';
import {
  ApiAnswer,
  ApiErrors,
  ApiPage,
  decodeCursor,
  Idempotency,
  NoQuery,
  pageOf,
  PageQuery,
  QueryOf,
  sendAnswer,
} from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import type { WebhooksConfig } from '../config.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { assertEndpointExists } from '../endpoints/endpoint-locks.ts';
import { cancelRecovery } from './cancel-recovery.ts';
import { findRecovery, listRecoveryRows, recoveryOf } from './recovery.query.ts';

@ReadWriteController('v1/webhooks')
export class RecoveriesController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: WebhooksConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/recoveries')
  @ApiOperation({
    operationId: 'listRecoveries',
    summary: 'List the recoveries of an endpoint, newest first; kept for 30 days',
  })
  @ApiPage(WebhookRecoverySchema)
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @QueryOf(PageQuery) { limit, cursor }: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const workspaceId = caller.workspace.id;
    const list = { list: `recoveries/${webhookId}`, workspaceId, keys: this.config.CURSOR_KEYS };
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    await assertEndpointExists(this.dataSource, { webhookId, workspaceId });
    const rows = await listRecoveryRows(this.dataSource, webhookId, { after, limit });
    return pageOf(rows, {
      ...list,
      limit,
      keysetOf: (row) => row,
      toItem: recoveryOf,
      request,
      reply,
    });
  }

  @Get(':id/recoveries/:recovery_id')
  @ApiOperation({ operationId: 'getRecovery', summary: 'Get a recovery: how far it has come' })
  @ApiAnswer(200, WebhookRecoverySchema, 'The recovery and what became of its deliveries.')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @Param('recovery_id') id: string,
    @QueryOf(NoQuery) _query: NoQuery,
  ) {
    const recovery = await findRecovery(this.dataSource, { id, webhookId, workspaceId: caller.workspace.id });
    if (recovery === undefined) throw notFound();
    return recovery;
  }

  @Post(':id/recoveries/:recovery_id/cancel')
  @ApiOperation({
    operationId: 'cancelRecovery',
    summary: 'End a recovery before its time',
  })
  @ApiAnswer(200, WebhookRecoverySchema, 'The recovery as it is now.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'idempotency_key_reused',
    'rate_limited',
  )
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @Param('recovery_id') id: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { id, webhookId, workspaceId: caller.workspace.id };
    const answer = await this.idempotency.run(request, caller, async (tx) => {
      await cancelRecovery(tx, ref, this.clock());
      const recovery = await findRecovery(tx, ref);
      if (recovery === undefined) throw notFound();
      return { status: 200, body: recovery };
    });
    await sendAnswer(reply, answer);
  }
}
