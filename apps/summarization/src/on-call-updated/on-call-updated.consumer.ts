import type { CallUpdated, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { runCommandsFromMessages, type CommandFromMessage } from '../commands-from-messages.ts';

/** What a client says about the outcome is in the next `summary.ready` in place of what was inferred. */
@Controller()
export class OnCallUpdated {
  @EventPattern<TopicName>('call.updated')
  async handle(@Payload() data: CallUpdated[], @Ctx() context: BatchContext): Promise<void> {
    const commands = data.map(({ call, prospect, outcome_provided: outcomeProvided }): CommandFromMessage => ({
      callId: call.id,
      command: { type: 'NoteCallUpdate', call, prospect, outcomeProvided },
    }));
    await runCommandsFromMessages(context, commands);
  }
}
