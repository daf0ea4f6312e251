import type { CallSummary } from '@ci/contracts';
import { ApiAnswer, ApiErrors, CurrentCaller, DomainError, NoQuery, queryPipe, type Caller } from '@ci/platform';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AnalysisRow } from './analysis.entity.ts';
import { LONGEST_WAIT_SECONDS, preferredWaitSeconds } from './preferred-wait.ts';
import { SummaryWaiters, type AwaitedCall } from './summary-waiters.ts';
import { isKnownElsewhere, unknownCall } from './unknown-call.ts';

const RETRY_AFTER_SECONDS = '2';

@Controller('v1/calls')
export class CallSummaryController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SummaryWaiters) private readonly waiters: SummaryWaiters,
  ) {}

  @Get(':id/summary')
  @ApiOperation({
    operationId: 'getCallSummary',
    summary: 'The summary of a call',
    description:
      'While the first analysis is under way: `summary_not_ready` with `Retry-After`. When there will be none: `summary_unavailable`. The summary ' +
      'stays readable while a new revision is made.',
  })
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: `\`wait=N\` holds the request open for up to N seconds (at most ${LONGEST_WAIT_SECONDS}) until there is an answer.`,
  })
  @ApiAnswer(200, 'CallSummary', 'The summary.')
  @ApiErrors('unauthorized', 'not_found', 'summary_not_ready', 'summary_unavailable', 'rate_limited')
  async get(
    @Param('id') callId: string,
    @CurrentCaller() caller: Caller,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallSummary> {
    const find = () =>
      this.dataSource.getRepository(AnalysisRow).findOneBy({ callId, workspaceId: caller.workspace.id });
    const row = await find();
    if (row === null && !isKnownElsewhere(request)) throw unknownCall();
    if (!isPending(row)) return summaryIn(row);
    if (!(await this.#held({ callId, known: row !== null }, request, reply))) return summaryIn(row);
    const newest = await find();
    // It was here and is not any more: deleted while we waited.
    if (newest === null && row !== null) throw unknownCall();
    return summaryIn(newest);
  }

  /** Whether the request was held open: then there may be another answer now. */
  async #held(call: AwaitedCall, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const seconds = preferredWaitSeconds(request.headers['prefer']);
    if (seconds === undefined) return false;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const held = await this.waiters.wait(call, seconds * 1_000, gone.signal);
    if (held) reply.header('preference-applied', `wait=${seconds}`);
    return held;
  }
}

function isPending(row: AnalysisRow | null): boolean {
  return row === null || (row.summary === null && row.status !== 'failed');
}

function summaryIn(row: AnalysisRow | null): CallSummary {
  if (row !== null && row.summary !== null) return JSON.parse(row.summary) as CallSummary;
  if (row?.status === 'failed') throw new DomainError('summary_unavailable');
  throw new DomainError('summary_not_ready', undefined, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}
