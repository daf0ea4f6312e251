import { DeliveryDetailSchema, DeliverySchema } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { ApiAnswer, ApiErrors, ApiPage, decodeCursor, linksTo, NoQuery, pageOf, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { WebhooksConfig } from '../../config.ts';
import { ReadWriteController } from '../../read-write.controller.ts';
import { assertEndpointExists } from '../../endpoints/endpoint-locks.ts';
import { deliveryOf, findDeliveryDetail, listDeliveryRows } from './delivery.query.ts';
import { ListDeliveries } from './list-deliveries.dto.ts';

@ReadWriteController('v1/webhooks')
export class DeliveryLogController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: WebhooksConfig,
  ) {}

  @Get(':id/deliveries')
  @ApiOperation({
    operationId: 'listDeliveries',
    summary: 'List the deliveries to an endpoint with their attempts, newest first; kept for 30 days',
  })
  @ApiPage(DeliverySchema, 'redeliver')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @QueryOf(ListDeliveries) { limit, cursor, ...filters }: ListDeliveries,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const workspaceId = caller.workspace.id;
    const list = { list: `deliveries/${webhookId}`, workspaceId, keys: this.config.CURSOR_KEYS };
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    await assertEndpointExists(this.dataSource, { webhookId, workspaceId });
    const rows = await listDeliveryRows(this.dataSource, webhookId, filters, { after, limit: limit + 1 });
    return pageOf(rows, {
      ...list,
      limit,
      keysetOf: (row) => row,
      toItem: deliveryOf,
      request,
      reply,
    });
  }

  @Get(':id/deliveries/:delivery_id')
  @ApiOperation({
    operationId: 'getDelivery',
    summary: 'Get a delivery with its attempts and the body that is sent',
  })
  @ApiAnswer(200, DeliveryDetailSchema, 'The delivery as it is now.', { links: linksTo('/id', 'redeliver') })
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @Param('delivery_id') id: string,
    @QueryOf(NoQuery) _query: NoQuery,
  ) {
    const ref = { id, webhookId, workspaceId: caller.workspace.id };
    const delivery = await findDeliveryDetail(this.dataSource, ref);
    if (delivery === undefined) throw notFound();
    return delivery;
  }
}
