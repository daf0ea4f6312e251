import { CallActionItemsSchema, type CallActionItems } from '@ci/contracts';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf, linksTo } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AnalysisRow } from '../call-summary/analysis.entity.ts';
import { isKnownElsewhere, isVisible, unknownCall } from '../call-summary/unknown-call.ts';
import { actionItemResource } from './action-item-resource.ts';
import { ActionItemRow } from './action-item.entity.ts';

type AnalysisWithItems = AnalysisRow & { readonly items: readonly ActionItemRow[] };

@Controller('v1/calls')
export class CallActionItemsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get(':id/action-items')
  @ApiOperation({ operationId: 'listCallActionItems', summary: 'The action items of a call, in order of mention' })
  @ApiAnswer(
    200,
    CallActionItemsSchema,
    'The action items. Before the end of the first analysis: none, and `pending`.',
    {
      links: linksTo('/data/0/id', 'updateActionItem'),
    },
  )
  @ApiErrors('unauthorized', 'not_found', 'rate_limited')
  async list(
    @Param('id') callId: string,
    @CurrentCaller() caller: Caller,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
  ): Promise<CallActionItems> {
    const analysis = await this.analysisWithItems(callId, caller.workspace.id);
    if (analysis === null ? !isKnownElsewhere(request) : !isVisible(analysis, caller, request)) throw unknownCall();
    return {
      data: (analysis?.items ?? []).map((item) => actionItemResource(item, analysis?.prospect ?? null)),
      analysis_status: analysis?.status ?? 'pending',
    };
  }

  /** In one statement: `pending` beside the items of the analysis that has just ended would say the wrong thing. */
  private analysisWithItems(callId: string, workspaceId: string): Promise<AnalysisWithItems | null> {
    return this.dataSource
      .createQueryBuilder(AnalysisRow, 'analysis')
      .select(['analysis.callId', 'analysis.status', 'analysis.repId', 'analysis.prospect'])
      .leftJoinAndMapMany(
        'analysis.items',
        ActionItemRow,
        'item',
        'item.callId = analysis.callId AND item.workspaceId = analysis.workspaceId',
      )
      .where({ callId, workspaceId })
      .orderBy('item.position')
      .getOne() as Promise<AnalysisWithItems | null>;
  }
}
