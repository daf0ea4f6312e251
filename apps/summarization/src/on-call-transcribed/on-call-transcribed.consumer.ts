import type { CallTranscribed, TopicName } from '@ci/contracts';
import { afterCommit } from '@ci/event-store';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { AnalysisJobs } from '../analyse-call/analysis-jobs.ts';
import { AnalysisRunner } from '../analyse-call/analysis-runner.ts';
import { runCommandsFromMessages, type CommandFromMessage } from '../commands-from-messages.ts';
import type { AnalysisInput } from '../engine/summary-engine.ts';

/** A transcript becomes a job: analysing takes too long for the transaction of a message. */
@Controller()
export class OnCallTranscribed {
  constructor(
    @Inject(AnalysisJobs) private readonly jobs: AnalysisJobs,
    @Inject(AnalysisRunner) private readonly runner: AnalysisRunner,
  ) {}

  @EventPattern<TopicName>('call.transcribed')
  async handle(@Payload() data: CallTranscribed[], @Ctx() context: BatchContext): Promise<void> {
    const { tx } = context;
    const outcomes = await runCommandsFromMessages(context, data.map(requestOf));
    const jobs = outcomes.flatMap(({ stream: { workspaceId }, events: [requested] }, index) => {
      const one = data[index];
      if (requested === undefined || one === undefined) return [];
      const { call, revision, background = false } = one;
      const input = JSON.stringify(background ? { ...analysisInput(one), background } : analysisInput(one));
      return [{ workspaceId, callId: call.id, revision, input, metadata: requested.metadata, background }];
    });
    if (jobs.length === 0) return;
    await this.jobs.add(tx, jobs);
    afterCommit(tx, () => this.runner.wake());
  }
}

function requestOf(data: CallTranscribed): CommandFromMessage {
  const { call, revision, prospect, outcome_provided: outcomeProvided } = data;
  return { callId: call.id, command: { type: 'RequestAnalysis', revision, call, prospect, outcomeProvided } };
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
