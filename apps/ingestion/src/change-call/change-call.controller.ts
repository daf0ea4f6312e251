import { inTransaction } from '@ci/database';
import { CallDetailSchema, ChangeCallSchema, type ChangeCall } from '@ci/contracts';
import { metadataOf, runCommand } from '@ci/event-store';
import { ApiAnswer, ApiErrors, BodyOf, Idempotency, NoQuery, QueryOf, sendAnswer } from '@ci/http';
import { CurrentCaller, ForRoles, type Caller, WriteScopeGuard } from '@ci/security';
import { timestamp } from '@ci/validation';
import { Controller, Delete, HttpCode, Inject, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { CallCommand } from '../call/call.commands.ts';
import { callStream } from '../call/call-stream.ts';
import { callAnswer } from '../call-detail/call-answer.ts';
import { assertChangeable, findCall, visibleCall } from '../call-detail/call-detail.query.ts';
import { call } from '../call.aggregate.ts';
import { textOf } from '../record-call/call-draft.ts';

@ApiTags('Calls')
@Controller('v1/calls/:id')
@UseGuards(WriteScopeGuard)
export class ChangeCallController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
  ) {}

  @Patch()
  @ApiOperation({ operationId: 'updateCall', summary: 'Correct the outcome or the title of a call' })
  @ApiAnswer(200, CallDetailSchema, 'The call as it is now.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'unsupported_media_type',
    'rate_limited',
  )
  async update(
    @Param('id') callId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @BodyOf(ChangeCallSchema) body: ChangeCall,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = visibleCall(caller, callId);
    const answer = await inTransaction(this.dataSource, async (tx) => {
      await assertChangeable(tx, ref);
      await runCommand(tx, call, {
        stream: callStream(ref),
        command: updateOf(body),
        metadata: metadataOf(caller, request),
      });
      return callAnswer(tx, ref, 200);
    });
    await sendAnswer(reply, answer);
  }

  @Delete()
  @HttpCode(204)
  @ForRoles('owner', 'manager')
  @ApiOperation({ operationId: 'deleteCall', summary: 'Delete a call with all its personal data' })
  @ApiAnswer(204, undefined, 'The call is gone.')
  @ApiErrors('unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async delete(
    @Param('id') callId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const item = {
      stream: callStream({ workspaceId: caller.workspace.id, callId }),
      command: { type: 'DeleteCall', deletedAt: timestamp(new Date()) },
      metadata: metadataOf(caller, request),
    } as const;
    await inTransaction(this.dataSource, (tx) => runCommand(tx, call, item));
  }

  @Post('reanalyze')
  @ApiOperation({
    operationId: 'reanalyzeCall',
    summary: 'Analyze a call again',
    description:
      'Starts a new analysis with the next `revision`. Counts as a recording. Returns `conflict` with `Retry-After` during an analysis and within a minute of the last request.',
  })
  @ApiAnswer(202, CallDetailSchema, 'The call. Its analysis is pending again.')
  @ApiErrors('unauthorized', 'insufficient_scope', 'not_found', 'conflict', 'idempotency_key_reused', 'rate_limited')
  async reanalyze(
    @Param('id') callId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = visibleCall(caller, callId);
    const answer = await this.idempotency.run(
      request,
      caller,
      async (tx) => {
        const command = { type: 'RequestReanalysis', now: timestamp(new Date()) } as const;
        await assertChangeable(tx, ref);
        await runCommand(tx, call, { stream: callStream(ref), command, metadata: metadataOf(caller, request) });
        return callAnswer(tx, ref, 202);
      },
      { rebuild: async (id, tx) => (await findCall(tx, visibleCall(caller, id)))?.json },
    );
    await sendAnswer(reply, answer);
  }
}

function updateOf({ outcome, title }: ChangeCall): CallCommand {
  return {
    type: 'UpdateCall',
    ...(outcome === undefined ? {} : { outcome }),
    ...(title === undefined ? {} : { title: textOf(title) }),
  };
}
