import { ChangeWebhookSchema } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { inTransaction, metadataOf, runCommand, streamOf } from '@ci/event-store';
import { ApiAnswer, ApiErrors, ApiJsonBody, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Body, Inject, Param, Patch, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { lockEndpoint } from '../endpoints/endpoint-locks.ts';
import { webhook } from '../webhook.aggregate.ts';
import { ADDRESS_POLICY } from '../injection-tokens.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { readChange } from '../endpoints/endpoint-fields.ts';
import type { AddressPolicy } from '../webhook-endpoint/address-policy.ts';
import { findEndpoint } from '../webhook-list/endpoint.query.ts';

@ReadWriteController('v1/webhooks')
export class ChangeWebhookController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ADDRESS_POLICY) private readonly policy: AddressPolicy,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Patch(':id')
  @ApiOperation({ operationId: 'updateWebhook', summary: 'Change a webhook endpoint, disable it or bring it back' })
  @ApiJsonBody(ChangeWebhookSchema)
  @ApiAnswer(200, 'WebhookEndpoint', 'The endpoint as it is now.')
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
    @QueryOf(NoQuery) _query: NoQuery,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ) {
    const change = readChange(body, this.policy);
    const workspaceId = caller.workspace.id;
    const command = { type: 'ChangeWebhook', ...change, at: this.clock().toISOString() } as const;
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
