import { inTransaction } from '@ci/database';
import {
  ActionItemDetailSchema,
  ChangeActionItemSchema,
  type ActionItemDetail,
  type ChangeActionItem,
} from '@ci/contracts';
import { notFound } from '@ci/domain';
import { metadataOf, runCommand } from '@ci/event-store';
import { ApiAnswer, ApiErrors, BodyOf, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, visibleReps, WriteScopeGuard, type Caller } from '@ci/security';
import { Controller, Inject, Param, Patch, Req, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource, type EntityManager } from 'typeorm';
import { actionItemResource } from '../action-items/action-item-resource.ts';
import { findItem, type ItemWithProspect } from '../action-items/action-item.query.ts';
import type { ActionItemChanges } from '../analysis/analysis.commands.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import { analysis } from '../analysis.aggregate.ts';

@Controller('v1/action-items')
@UseGuards(WriteScopeGuard)
export class ChangeActionItemController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateActionItem',
    summary: 'Complete or edit an action item',
    description: 'The same change again has no effect. Completed and edited items survive a new analysis of the call.',
  })
  @ApiAnswer(200, ActionItemDetailSchema, 'The action item as it is now.')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'not_found', 'conflict', 'rate_limited')
  async change(
    @Param('id') itemId: string,
    @CurrentCaller() caller: Caller,
    @QueryOf(NoQuery) _query: NoQuery,
    @BodyOf(ChangeActionItemSchema) body: ChangeActionItem,
    @Req() request: FastifyRequest,
  ): Promise<ActionItemDetail> {
    const changes = changesIn(body);
    const whose = { workspaceId: caller.workspace.id, reps: visibleReps(caller) };
    return inTransaction(this.dataSource, async (tx) => {
      const { callId } = await itemOf(tx, itemId, whose);
      const command = { type: 'ChangeActionItem', itemId, changes, now: new Date() } as const;
      await runCommand(tx, analysis, {
        stream: analysisStream(whose.workspaceId, callId),
        command,
        metadata: metadataOf(caller, request),
      });
      // Read again: a new analysis may have replaced the item before it was this request's turn.
      const item = await itemOf(tx, itemId, whose);
      return actionItemResource(item, item.prospect);
    });
  }
}

function changesIn({ completed, description, owner, due_date: dueDate }: ChangeActionItem): ActionItemChanges {
  return {
    ...(completed === undefined ? {} : { completed }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(owner === undefined ? {} : { owner }),
    ...(dueDate === undefined ? {} : { dueDate }),
  };
}

async function itemOf(tx: EntityManager, id: string, whose: Parameters<typeof findItem>[2]): Promise<ItemWithProspect> {
  const item = await findItem(tx, id, whose);
  if (item === undefined) throw notFound();
  return item;
}
