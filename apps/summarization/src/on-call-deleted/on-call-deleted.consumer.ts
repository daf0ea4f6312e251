import type { CallDeleted, TopicName } from '@ci/contracts';
import { metadataOf } from '@ci/event-store';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { AnalysisJobs } from '../analyse-call/analysis-jobs.ts';
import { AnalysisCommandHandler } from '../handle-command/analysis-command-handler.ts';

/** Summary, action items, quotes and waiting transcripts are erased; what stays is that the call is gone, also when this comes first. */
@Controller()
export class OnCallDeleted {
  constructor(
    @Inject(AnalysisCommandHandler) private readonly analyses: AnalysisCommandHandler,
    @Inject(AnalysisJobs) private readonly jobs: AnalysisJobs,
  ) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() { call_id: callId }: CallDeleted, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    await this.analyses.handle(
      tx,
      { workspaceId: message.workspaceId, callId, metadata: metadataOf(message) },
      { type: 'ForgetAnalysis', callId },
    );
    await this.jobs.forget(tx, callId);
  }
}
