import type { CallDeleted, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { ContactCommandHandler } from '../handle-command/contact-command-handler.ts';

/** A deleted call leaves the history, and the counters follow. */
@Controller()
export class OnCallDeleted {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() data: CallDeleted, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    await this.contacts.handle(tx, message, data.prospect.email, { type: 'LeaveCall', callId: data.call_id });
  }
}
