import { inTransaction } from '@ci/database';
import { ChangeWebhookSchema, WebhookEndpointSchema, type ChangeWebhook } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { metadataOf, runCommand, streamOf } from '@ci/event-store';
import { ApiAnswer, ApiErrors, BodyOf, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Inject, Param, Patch, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { lockEndpoint } from '../endpoints/endpoint-locks.ts';
import { webhook } from '../webhook.aggregate.ts';
import { URL_PROBLEMS } from '../injection-tokens.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { changeOf } from '../endpoints/endpoint-fields.ts';
import { findEndpoint } from '../webhook-list/endpoint.query.ts';

@ReadWriteController('v1/webhooks')
export class ChangeWebhookController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Patch(':id')
  @ApiOperation({ operationId: 'updateWebhook', summary: 'Change a webhook endpoint, disable it or bring it back' })
  @ApiAnswer(200, WebhookEndpointSchema, 'The endpoint as it is now.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'unsupported_media_type',
    'payload_too_large',
    'rate_limited',
  )
  async change(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @BodyOf(ChangeWebhookSchema, { further: URL_PROBLEMS }) body: ChangeWebhook,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
  ) {
    const workspaceId = caller.workspace.id;
    const command = { type: 'ChangeWebhook', ...changeOf(body), at: this.clock().toISOString() } as const;
    return inTransaction(this.dataSource, async (tx) => {
      if (!(await lockEndpoint(tx, { webhookId, workspaceId }))) throw notFound();
      await runCommand(tx, webhook, {
        stream: streamOf(webhook, workspaceId, webhookId),
        command,
        metadata: metadataOf(caller, request),
      });
      return findEndpoint(tx, workspaceId, webhookId);
    });
  }
}
