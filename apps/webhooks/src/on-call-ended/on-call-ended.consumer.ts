import type { CallEnded, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallEventFanOut } from '../deliveries/store/call-event-fan-out.ts';

@Controller()
export class OnCallEndedConsumer {
  constructor(@Inject(CallEventFanOut) private readonly fanOut: CallEventFanOut) {}

  @EventPattern<TopicName>('call.ended')
  async handle(@Payload() data: CallEnded[], @Ctx() context: BatchContext): Promise<void> {
    await this.fanOut.store(
      context,
      data.map((one) => ({ type: 'call.ended', callId: one.call.id, order: 0, data: one })),
    );
  }
}
