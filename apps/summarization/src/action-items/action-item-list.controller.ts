import { ActionItemDetailSchema, type ActionItemDetail } from '@ci/contracts';
import { ApiErrors, ApiPage, decodeCursor, pageOf, QueryOf, type Page } from '@ci/http';
import { CurrentCaller, visibleReps, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { SummarizationConfig } from '../config.ts';
import { actionItemResource } from './action-item-resource.ts';
import { listItems } from './action-item.query.ts';
import { itemOrders } from './item-orders.ts';
import { ListActionItems } from './list-action-items.dto.ts';

@Controller('v1/action-items')
export class ActionItemListController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: SummarizationConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listActionItems', summary: 'Action items of all calls, newest first or by due date' })
  @ApiPage(ActionItemDetailSchema, 'updateActionItem')
  @ApiErrors('invalid_request', 'unauthorized', 'rate_limited')
  async list(
    @QueryOf(ListActionItems) query: ListActionItems,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<ActionItemDetail>> {
    const { sort, cursor, limit } = query;
    // A place in one order is none in the other.
    const list = sort === 'created_at' ? 'action-items' : `action-items/${sort}`;
    const context = { list, workspaceId: caller.workspace.id, keys: this.config.CURSOR_KEYS };
    const after = cursor === undefined ? undefined : decodeCursor(cursor, context);
    const whose = { workspaceId: caller.workspace.id, reps: visibleReps(caller) };
    return pageOf(await listItems(this.dataSource, whose, query, after), {
      ...context,
      limit,
      keysetOf: itemOrders[sort].keysetOf,
      toItem: (row) => actionItemResource(row, row.prospect),
      request,
      reply,
    });
  }
}
