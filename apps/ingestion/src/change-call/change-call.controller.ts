import { inTransaction, metadataOf } from '@ci/event-store';
import {
  ApiAnswer,
  ApiErrors,
  ApiJsonBody,
  bodyPipe,
  CurrentCaller,
  Idempotency,
  NoQuery,
  queryPipe,
  sendAnswer,
  timestamp,
  type Caller,
  WriteScopeGuard,
} from '@ci/platform';
import { outcomes } from '@ci/contracts';
import {
  Body,
  Controller,
  Delete,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { CallCommand } from '../call/call.commands.ts';
import { callAnswer } from '../call-detail/call-answer.ts';
import { findCall } from '../call-detail/call-detail.query.ts';
import { CallCommandHandler } from '../handle-command/call.command-handler.ts';
import { textOf } from '../record-call/call-draft.ts';
import { ChangeCall } from './change-call.dto.ts';

const changeCallSchema = {
  type: 'object',
  properties: {
    outcome: {
      type: ['string', 'null'],
      enum: [...outcomes, null],
      description: 'Result of the call. `null` returns to the inferred outcome.',
      examples: ['won'],
    },
    title: {
      type: ['string', 'null'],
      maxLength: 500,
      description: 'Title of the call.',
      examples: ['Acme Logistics: pricing'],
    },
  },
};

@ApiTags('Calls')
@Controller('v1/calls/:id')
@UseGuards(WriteScopeGuard)
export class ChangeCallController {
  readonly #dataSource: DataSource;
  readonly #idempotency: Idempotency;
  readonly #calls: CallCommandHandler;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    @Inject(Idempotency) idempotency: Idempotency,
    @Inject(CallCommandHandler) calls: CallCommandHandler,
  ) {
    this.#dataSource = dataSource;
    this.#idempotency = idempotency;
    this.#calls = calls;
  }

  @Patch()
  @ApiOperation({ operationId: 'updateCall', summary: 'Correct the outcome or the title of a call' })
  @ApiJsonBody(changeCallSchema, { outcome: 'won' })
  @ApiAnswer(200, 'CallDetail', 'The call as it is now.')
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
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @Body(bodyPipe(ChangeCall)) body: ChangeCall,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { workspaceId: caller.workspace.id, callId };
    const answer = await inTransaction(this.#dataSource, async (tx) => {
      await this.#calls.execute(tx, ref, updateOf(body), metadataOf(caller, request));
      return callAnswer(tx, ref, 200);
    });
    await sendAnswer(reply, answer);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ operationId: 'deleteCall', summary: 'Delete a call with all its personal data' })
  @ApiAnswer(204, undefined, 'The call is gone.')
  @ApiErrors('unauthorized', 'insufficient_scope', 'not_found', 'rate_limited')
  async delete(
    @Param('id') callId: string,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const ref = { workspaceId: caller.workspace.id, callId };
    const command = { type: 'DeleteCall', deletedAt: timestamp(new Date()) } as const;
    await inTransaction(this.#dataSource, (tx) => this.#calls.execute(tx, ref, command, metadataOf(caller, request)));
  }

  @Post('reanalyze')
  @ApiOperation({
    operationId: 'reanalyzeCall',
    summary: 'Analyze a call again',
    description:
      'Starts a new analysis with the next `revision`. Counts as a recording. Returns `conflict` with `Retry-After` during an analysis and within a minute of the last request.',
  })
  @ApiAnswer(202, 'CallDetail', 'The call. Its analysis is pending again.')
  @ApiErrors('unauthorized', 'insufficient_scope', 'not_found', 'conflict', 'idempotency_key_reused', 'rate_limited')
  async reanalyze(
    @Param('id') callId: string,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { workspaceId: caller.workspace.id, callId };
    const answer = await this.#idempotency.run(
      request,
      caller,
      async (tx) => {
        const command = { type: 'RequestReanalysis', now: timestamp(new Date()) } as const;
        await this.#calls.execute(tx, ref, command, metadataOf(caller, request));
        return callAnswer(tx, ref, 202);
      },
      { rebuild: async (id, tx) => (await findCall(tx, { ...ref, callId: id }))?.json },
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
