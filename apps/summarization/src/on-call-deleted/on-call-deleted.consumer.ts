import type { CallDeleted, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { AnalysisJobs } from '../analyse-call/analysis-jobs.ts';
import { runCommandsFromMessages, type CommandFromMessage } from '../commands-from-messages.ts';

/** Summary, action items, quotes and waiting transcripts are erased; what stays is that the call is gone, also when this comes first. */
@Controller()
export class OnCallDeleted {
  constructor(@Inject(AnalysisJobs) private readonly jobs: AnalysisJobs) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() data: CallDeleted[], @Ctx() context: BatchContext): Promise<void> {
    const callIds = data.map(({ call_id }) => call_id);
    const commands = callIds.map((callId): CommandFromMessage => ({
      callId,
      command: { type: 'ForgetAnalysis', callId },
    }));
    await runCommandsFromMessages(context, commands);
    await this.jobs.forget(context.tx, callIds);
  }
}
