import { CallCoachingSchema, type CallCoaching } from '@ci/contracts';
import { DomainError } from '@ci/domain';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnalysisAnswers, waits } from '../call-summary/analysis-answers.ts';

const olderThanCriteria =
  'The summary of this call is older than the criteria of its coaching score. Have the call analysed again: POST /calls/{id}/reanalyze.';

@Controller('v1/calls')
export class CallCoachingController {
  constructor(@Inject(AnalysisAnswers) private readonly answers: AnalysisAnswers) {}

  @Get(':id/coaching')
  @ApiOperation({
    operationId: 'getCallCoaching',
    summary: 'The coaching score of a call, by criteria',
  })
  @ApiHeader(waits)
  @ApiAnswer(200, CallCoachingSchema, 'The score and its criteria.')
  @ApiErrors('unauthorized', 'not_found', 'summary_not_ready', 'summary_unavailable', 'rate_limited')
  async get(
    @Param('id') callId: string,
    @CurrentCaller() caller: Caller,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallCoaching> {
    const { coaching } = await this.answers.newest(callId, { caller, request, reply });
    if (coaching === null) throw new DomainError('summary_unavailable', olderThanCriteria);
    return JSON.parse(coaching) as CallCoaching;
  }
}
