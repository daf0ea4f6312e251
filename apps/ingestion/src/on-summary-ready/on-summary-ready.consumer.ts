import type { SummaryReady, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { runCommandsFromMessages, type CommandFromMessage } from '../commands-from-messages.ts';

/** A call was analysed: its score and what the transcript says of the outcome become part of the call. */
@Controller()
export class OnSummaryReady {
  @EventPattern<TopicName>('summary.ready')
  async handle(@Payload() data: SummaryReady[], @Ctx() context: BatchContext): Promise<void> {
    const commands = data.map((one): CommandFromMessage => ({
      callId: one.summary.call_id,
      command: {
        type: 'NoteAnalysis',
        revision: one.revision,
        coachingScore: one.summary.coaching_score,
        inferredOutcome: one.outcome_inferred,
      },
    }));
    await runCommandsFromMessages(context, commands);
  }
}
