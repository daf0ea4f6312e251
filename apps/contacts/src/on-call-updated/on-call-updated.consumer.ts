import type { CallUpdated, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { NoteProvidedOutcome } from '../contact/contact.commands.ts';
import { commandsFrom } from '../handle-command/commands-from-messages.ts';
import { ContactCommandHandler } from '../handle-command/contact.command-handler.ts';

/** A client's outcome replaces the inferred one in the history. */
@Controller()
export class OnCallUpdated {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('call.updated')
  async handle(@Payload() data: CallUpdated[], @Ctx() { tx, messages }: BatchContext): Promise<void> {
    await this.contacts.handle(tx, commandsFrom(messages, data, noteOutcome));
  }
}

function noteOutcome({ call, outcome_provided }: CallUpdated): NoteProvidedOutcome {
  return { type: 'NoteProvidedOutcome', callId: call.id, outcome: outcome_provided, asOf: call.updated_at };
}
