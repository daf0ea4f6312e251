import type { SummaryFailed, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { runCommandsFromMessages, type CommandFromMessage } from '../commands-from-messages.ts';

/** The analysis of a call ended without a summary. */
@Controller()
export class OnSummaryFailed {
  @EventPattern<TopicName>('summary.failed')
  async handle(@Payload() data: SummaryFailed[], @Ctx() context: BatchContext): Promise<void> {
    const commands = data.map((one): CommandFromMessage => ({
      callId: one.call.id,
      command: { type: 'NoteFailedAnalysis', revision: one.revision, reason: one.reason },
    }));
    await runCommandsFromMessages(context, commands);
  }
}
