import type { CallDeleted, TopicName } from '@ci/contracts';
import { metadataOf, runCommand } from '@ci/event-store';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { AnalysisJobs } from '../analyse-call/analysis-jobs.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import { analysis } from '../analysis.aggregate.ts';

/** Summary, action items, quotes and waiting transcripts are erased; what stays is that the call is gone, also when this comes first. */
@Controller()
export class OnCallDeleted {
  constructor(@Inject(AnalysisJobs) private readonly jobs: AnalysisJobs) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() { call_id: callId }: CallDeleted, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    await runCommand(tx, analysis, {
      stream: analysisStream(message.workspaceId, callId),
      command: { type: 'ForgetAnalysis', callId },
      metadata: metadataOf(message),
    });
    await this.jobs.forget(tx, callId);
  }
}
