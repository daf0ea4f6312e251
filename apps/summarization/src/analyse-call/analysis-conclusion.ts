import type { SummaryFailureReason } from '@ci/contracts';
import { lockStream, runCommand } from '@ci/event-store';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { newId } from '@ci/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { AnalysisCommand } from '../analysis/analysis.commands.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import { analysis } from '../analysis.aggregate.ts';
import { AnalysisJobs, type ClaimedJob } from './analysis-jobs.ts';
import type { EngineAnswer } from './engine-answer.ts';

/** The end of a job: it goes, and its revision ends in the stream, the read models and a message; all of that or nothing. */
@Injectable()
export class AnalysisConclusion {
  constructor(
    @Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(AnalysisJobs) private readonly jobs: AnalysisJobs,
  ) {}

  complete(job: ClaimedJob, { result, engine }: Extract<EngineAnswer, { kind: 'analysed' }>): Promise<void> {
    const { callId, revision } = job;
    const newItemIds = result.action_items.map(() => newId('act'));
    return this.#end(job, {
      type: 'CompleteAnalysis',
      callId,
      revision,
      result,
      engine,
      generatedAt: new Date(),
      newItemIds,
    });
  }

  fail(job: ClaimedJob, reason: SummaryFailureReason): Promise<void> {
    const { callId, revision } = job;
    return this.#end(job, { type: 'FailAnalysis', callId, revision, reason, failedAt: new Date() });
  }

  async #end(job: ClaimedJob, command: AnalysisCommand): Promise<void> {
    const { workspaceId, callId, metadata } = job;
    const stream = analysisStream(workspaceId, callId);
    await inTransaction(
      this.dataSource,
      async (tx) => {
        // Before the first write: a transaction that is older than the stream's last writer would have to start again.
        await lockStream(tx, stream.id);
        if (await this.jobs.finish(tx, job)) await runCommand(tx, analysis, { stream, command, metadata });
      },
      { attempts: Infinity },
    );
  }
}
