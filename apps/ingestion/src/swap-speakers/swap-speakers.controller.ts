import { CallDetailSchema, SwapSpeakersSchema, type SwapSpeakers } from '@ci/contracts';
import { metadataOf, runCommand } from '@ci/event-store';
import { ApiAnswer, ApiErrors, BodyOf, Idempotency, NoQuery, QueryOf, sendAnswer } from '@ci/http';
import { CurrentCaller, type Caller, WriteScopeGuard } from '@ci/security';
import { timestamp } from '@ci/validation';
import { Controller, Inject, Param, Patch, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callStream } from '../call/call-stream.ts';
import { callAnswer } from '../call-detail/call-answer.ts';
import { assertChangeable, findCall, visibleCall } from '../call-detail/call-detail.query.ts';
import { call } from '../call.aggregate.ts';

@ApiTags('Calls')
@Controller('v1/calls/:id/speakers')
@UseGuards(WriteScopeGuard)
export class SwapSpeakersController {
  constructor(@Inject(Idempotency) private readonly idempotency: Idempotency) {}

  @Patch()
  @ApiOperation({
    operationId: 'correctSpeakers',
    summary: 'Correct who is the rep',
    description:
      'Exchanges the sides of the whole transcript and analyzes the call again, also while an analysis is running. `speaker_mapping` is `explicit` afterwards. Send an `Idempotency-Key`: a repeat without one exchanges the sides again. Counts as a recording.',
  })
  @ApiAnswer(200, CallDetailSchema, 'The call with its sides exchanged; its analysis is pending again.')
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
    @QueryOf(NoQuery) _query: NoQuery,
    @BodyOf(SwapSpeakersSchema) _body: SwapSpeakers,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = visibleCall(caller, callId);
    const answer = await this.idempotency.run(
      request,
      caller,
      async (tx) => {
        const command = { type: 'SwapSpeakers', now: timestamp(new Date()) } as const;
        await assertChangeable(tx, ref);
        await runCommand(tx, call, { stream: callStream(ref), command, metadata: metadataOf(caller, request) });
        return callAnswer(tx, ref, 200);
      },
      { rebuild: async (id, tx) => (await findCall(tx, visibleCall(caller, id)))?.json },
    );
    await sendAnswer(reply, answer);
  }
}
