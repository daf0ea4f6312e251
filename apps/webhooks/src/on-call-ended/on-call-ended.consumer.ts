import type { CallEnded, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallEventFanOut } from '../store-deliveries/call-event-fan-out.ts';

@Controller()
export class OnCallEndedConsumer {
  constructor(@Inject(CallEventFanOut) private readonly fanOut: CallEventFanOut) {}

  @EventPattern<TopicName>('call.ended')
  async handle(@Payload() data: CallEnded, @Ctx() context: ConsumerContext): Promise<void> {
    await this.fanOut.store(context, { type: 'call.ended', callId: data.call.id, order: 0, data });
  }
}
