import { WebhookEndpointSchema, WebhookListSchema, type WebhookList } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { NoQuery, QueryOf, ApiAnswer, ApiErrors, linksTo } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Get, Inject, Param } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { ReadWriteController } from '../read-write.controller.ts';
import { webhookOperations } from '../endpoints/endpoint-operations.ts';
import { findEndpoint, listEndpoints } from './endpoint.query.ts';

@ReadWriteController('v1/webhooks')
export class WebhookListController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get()
  @ApiOperation({ operationId: 'listWebhooks', summary: 'List webhook endpoints, newest first' })
  @ApiAnswer(200, WebhookListSchema, 'All endpoints of the workspace.', {
    links: linksTo('/data/0/id', ...webhookOperations),
  })
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited')
  async list(@CurrentCaller() caller: Caller, @QueryOf(NoQuery) _query: NoQuery): Promise<WebhookList> {
    return { data: await listEndpoints(this.dataSource, caller.workspace.id) };
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getWebhook', summary: 'Get a webhook endpoint' })
  @ApiAnswer(200, WebhookEndpointSchema, 'The endpoint, without its secret.')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string, @QueryOf(NoQuery) _query: NoQuery) {
    const endpoint = await findEndpoint(this.dataSource, caller.workspace.id, id);
    if (endpoint === undefined) throw notFound();
    return endpoint;
  }
}
