import { CallSummarySchema, type CallSummary } from '@ci/contracts';
import { ApiAnswer, ApiErrors, linksTo, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnalysisAnswers, waits } from './analysis-answers.ts';

@Controller('v1/calls')
export class CallSummaryController {
  constructor(@Inject(AnalysisAnswers) private readonly answers: AnalysisAnswers) {}

  @Get(':id/summary')
  @ApiOperation({
    operationId: 'getCallSummary',
    summary: 'The summary of a call',
    description:
      'While the first analysis is under way: `summary_not_ready` with `Retry-After`. When there will be none: `summary_unavailable`. The summary ' +
      'stays readable while a new revision is made.',
  })
  @ApiHeader(waits)
  @ApiAnswer(200, CallSummarySchema, 'The summary.', { links: linksTo('/call_id', 'getCall', 'listCallActionItems') })
  @ApiErrors('unauthorized', 'not_found', 'summary_not_ready', 'summary_unavailable', 'rate_limited')
  async get(
    @Param('id') callId: string,
    @CurrentCaller() caller: Caller,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallSummary> {
    const { summary } = await this.answers.newest(callId, { caller, request, reply });
    return JSON.parse(summary) as CallSummary;
  }
}
