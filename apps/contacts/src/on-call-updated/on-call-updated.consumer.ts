import type { CallUpdated, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { ContactCommandHandler } from '../handle-command/contact-command-handler.ts';

/** A client's outcome replaces the inferred one in the history. */
@Controller()
export class OnCallUpdated {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('call.updated')
  async handle(@Payload() data: CallUpdated, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    await this.contacts.handle(tx, message, data.prospect.email, {
      type: 'NoteProvidedOutcome',
      callId: data.call.id,
      outcome: data.outcome_provided,
      asOf: data.call.updated_at,
    });
  }
}
