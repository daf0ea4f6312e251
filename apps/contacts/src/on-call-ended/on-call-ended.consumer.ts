import type { CallEnded, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { newId } from '@ci/ids';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { JoinCall } from '../contact/contact.commands.ts';
import { commandsFrom } from '../handle-command/commands-from-messages.ts';
import { ContactCommandHandler } from '../handle-command/contact.command-handler.ts';

/** A recorded call joins its prospect's history. */
@Controller()
export class OnCallEnded {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('call.ended')
  async handle(@Payload() data: CallEnded[], @Ctx() { tx, messages }: BatchContext): Promise<void> {
    await this.contacts.handle(tx, commandsFrom(messages, data, joinCall));
  }
}

function joinCall({ call, prospect }: CallEnded): JoinCall {
  return {
    type: 'JoinCall',
    newContactId: newId('con'),
    now: new Date(),
    email: prospect.email?.trim().toLowerCase() ?? '',
    name: prospect.name,
    company: prospect.company,
    callId: call.id,
    createdAt: call.created_at,
    durationSeconds: call.duration_seconds,
    repId: call.rep_id,
    providedOutcome: call.outcome_source === 'provided' ? call.outcome : null,
    asOf: call.updated_at,
  };
}
