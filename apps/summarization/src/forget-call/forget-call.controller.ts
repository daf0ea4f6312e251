import { metadataOf, runCommand } from '@ci/event-store';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { CurrentCaller, WriteScopeGuard, type Caller } from '@ci/security';
import { Controller, Delete, HttpCode, Inject, Param, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { AnalysisJobs } from '../analyse-call/analysis-jobs.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import { analysis } from '../analysis.aggregate.ts';

/**
 * For the gateway, which reports a deletion before its client hears of it: with the answer all of the call is erased here, whatever Kafka
 * still brings. As the worker: jobs, which hold transcripts, are no business of requests.
 */
@Controller('internal/calls/:id')
@UseGuards(WriteScopeGuard)
export class ForgetCallController {
  constructor(
    @Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(AnalysisJobs) private readonly jobs: AnalysisJobs,
  ) {}

  @Delete()
  @HttpCode(204)
  @ApiExcludeEndpoint()
  async forget(
    @Param('id') callId: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const stream = analysisStream(caller.workspace.id, callId);
    const metadata = metadataOf(caller, request);
    await inTransaction(this.dataSource, async (tx) => {
      await runCommand(tx, analysis, { stream, command: { type: 'ForgetAnalysis', callId }, metadata });
      await this.jobs.forget(tx, [callId]);
    });
  }
}
