import type { CallDeleted, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { LeaveCall } from '../contact/contact.commands.ts';
import { commandsFrom } from '../handle-command/commands-from-messages.ts';
import { ContactCommandHandler } from '../handle-command/contact.command-handler.ts';

/** A deleted call leaves the history, and the counters follow. */
@Controller()
export class OnCallDeleted {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() data: CallDeleted[], @Ctx() { tx, messages }: BatchContext): Promise<void> {
    await this.contacts.handle(tx, commandsFrom(messages, data, leaveCall));
  }
}

function leaveCall({ call_id }: CallDeleted): LeaveCall {
  return { type: 'LeaveCall', callId: call_id };
}
