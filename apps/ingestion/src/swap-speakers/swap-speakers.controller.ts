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
import { Body, Controller, Inject, Param, Patch, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callAnswer } from '../call-detail/call-answer.ts';
import { findCall } from '../call-detail/call-detail.query.ts';
import { CallCommandHandler } from '../handle-command/call.command-handler.ts';
import { metadataOf } from '@ci/event-store';
import { SwapSpeakersBody } from './swap-speakers.dto.ts';

const bodySchema = {
  type: 'object',
  required: ['swap'],
  properties: {
    swap: { type: 'boolean', const: true, description: 'Exchange the sides: the rep becomes the prospect.' },
  },
};

@ApiTags('Calls')
@Controller('v1/calls/:id/speakers')
@UseGuards(WriteScopeGuard)
export class SwapSpeakersController {
  constructor(
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(CallCommandHandler) private readonly calls: CallCommandHandler,
  ) {}

  @Patch()
  @ApiOperation({
    operationId: 'correctSpeakers',
    summary: 'Correct who is the rep',
    description:
      'Exchanges the sides of the whole transcript and analyzes the call again, also while an analysis is running. `speaker_mapping` is `explicit` afterwards. Send an `Idempotency-Key`: a repeat without one exchanges the sides again. Counts as a recording.',
  })
  @ApiJsonBody(bodySchema, { swap: true })
  @ApiAnswer(200, 'CallDetail', 'The call with its sides exchanged; its analysis is pending again.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'idempotency_key_reused',
    'unsupported_media_type',
    'rate_limited',
  )
  async swap(
    @Param('id') callId: string,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @Body(bodyPipe(SwapSpeakersBody)) _body: SwapSpeakersBody,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { workspaceId: caller.workspace.id, callId };
    const answer = await this.idempotency.run(
      request,
      caller,
      async (tx) => {
        const command = { type: 'SwapSpeakers', now: timestamp(new Date()) } as const;
        await this.calls.execute(tx, ref, command, metadataOf(caller, request));
        return callAnswer(tx, ref, 200);
      },
      { rebuild: async (id, tx) => (await findCall(tx, { ...ref, callId: id }))?.json },
    );
    await sendAnswer(reply, answer);
  }
}
