import type { ActionItem } from '@ci/contracts';
import {
  ApiErrors,
  ApiPage,
  CurrentCaller,
  decodeCursor,
  pageOf,
  queryPipe,
  type Caller,
  type CursorContext,
  type Page,
} from '@ci/platform';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CONFIG, type SummarizationConfig } from '../config.ts';
import { actionItemResource } from './action-item-resource.ts';
import { ActionItemRow } from './action-item.entity.ts';
import { ListActionItems } from './list-action-items.dto.ts';

@Controller('v1/action-items')
export class ActionItemListController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: SummarizationConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listActionItems', summary: 'Action items of all calls, newest first' })
  @ApiPage('ActionItem', 'updateActionItem')
  @ApiErrors('invalid_request', 'unauthorized', 'rate_limited')
  async list(
    @Query(queryPipe(ListActionItems)) query: ListActionItems,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<ActionItem>> {
    const context = { list: 'action-items', workspaceId: caller.workspace.id, keys: this.config.CURSOR_KEYS };
    return pageOf(await this.#rows(query, context), {
      ...context,
      limit: query.limit,
      keysetOf: ({ createdAt, id }) => ({ createdAt, id }),
      toItem: actionItemResource,
      request,
      reply,
    });
  }

  /** One row more than the page shows. */
  #rows(query: ListActionItems, context: CursorContext): Promise<ActionItemRow[]> {
    const { limit, cursor, owner, completed, due_before: dueBefore } = query;
    const rows = this.dataSource
      .getRepository(ActionItemRow)
      .createQueryBuilder('item')
      .where('item.workspaceId = :workspaceId', { workspaceId: context.workspaceId })
      .orderBy('item.createdAt', 'DESC')
      .addOrderBy('item.id', 'DESC')
      .limit(limit + 1);
    if (owner !== undefined) rows.andWhere('item.owner = :owner', { owner });
    if (completed !== undefined) rows.andWhere(`item.completedAt IS ${completed ? 'NOT NULL' : 'NULL'}`);
    if (dueBefore !== undefined) rows.andWhere('item.dueDate < :dueBefore', { dueBefore });
    if (cursor !== undefined) {
      const after = decodeCursor(cursor, context);
      rows.andWhere('(item.createdAt, item.id) < (:createdAt, :id)', { ...after });
    }
    return rows.getMany();
  }
}
