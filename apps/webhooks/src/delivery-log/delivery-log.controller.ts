import {
  ApiErrors,
  ApiPage,
  CurrentCaller,
  decodeCursor,
  notFound,
  pageOf,
  queryPipe,
  type Caller,
  type KeyRing,
} from '@ci/platform';
import { Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CURSOR_KEYS } from '../injection-tokens.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { findEndpoint } from '../webhook-list/endpoint.query.ts';
import { deliveryOf, listDeliveryRows } from './delivery.query.ts';
import { PageQuery } from '../page-query.dto.ts';

@ReadWriteController('v1/webhooks')
export class DeliveryLogController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CURSOR_KEYS) private readonly keys: KeyRing,
  ) {}

  @Get(':id/deliveries')
  @ApiOperation({
    operationId: 'listDeliveries',
    summary: 'List the deliveries to an endpoint with their attempts, newest first; kept for 30 days',
  })
  @ApiPage('Delivery', 'redeliver')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @Query(queryPipe(PageQuery)) { limit, cursor }: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const workspaceId = caller.workspace.id;
    const list = { list: `deliveries/${webhookId}`, workspaceId, keys: this.keys };
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    if ((await findEndpoint(this.dataSource, workspaceId, webhookId)) === undefined) throw notFound();
    const rows = await listDeliveryRows(this.dataSource, webhookId, { after, limit: limit + 1 });
    return pageOf(rows, {
      ...list,
      limit,
      keysetOf: (row) => ({ createdAt: row.created_at, id: row.id }),
      toItem: deliveryOf,
      request,
      reply,
    });
  }
}
