import type { CallTranscribed, TopicName } from '@ci/contracts';
import { afterCommit, metadataOf, runCommand } from '@ci/event-store';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { AnalysisJobs } from '../analyse-call/analysis-jobs.ts';
import { AnalysisRunner } from '../analyse-call/analysis-runner.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import type { AnalysisInput } from '../engine/summary-engine.ts';
import { analysis } from '../analysis.aggregate.ts';

/** A transcript becomes a job: analysing takes too long for the transaction of a message. */
@Controller()
export class OnCallTranscribed {
  constructor(
    @Inject(AnalysisJobs) private readonly jobs: AnalysisJobs,
    @Inject(AnalysisRunner) private readonly runner: AnalysisRunner,
  ) {}

  @EventPattern<TopicName>('call.transcribed')
  async handle(@Payload() data: CallTranscribed, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    const { call, revision, prospect, outcome_provided: outcomeProvided, background = false } = data;
    const about = { workspaceId: message.workspaceId, callId: call.id, metadata: metadataOf(message) };
    const { events } = await runCommand(tx, analysis, {
      stream: analysisStream(about.workspaceId, call.id),
      command: { type: 'RequestAnalysis', revision, call, prospect, outcomeProvided },
      metadata: about.metadata,
    });
    if (events.length === 0) return;
    const input = JSON.stringify(background ? { ...analysisInput(data), background } : analysisInput(data));
    await this.jobs.add(tx, { ...about, revision, input, background });
    afterCommit(tx, () => this.runner.wake());
  }
}

function analysisInput({ call, timezone, rep, prospect, segments }: CallTranscribed): AnalysisInput {
  return {
    callId: call.id,
    startedAt: new Date(call.created_at),
    timezone,
    rep: { name: rep.name },
    prospect,
    title: call.title,
    segments,
  };
}
