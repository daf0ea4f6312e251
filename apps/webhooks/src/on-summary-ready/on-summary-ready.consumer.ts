import type { SummaryReady, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallEventFanOut } from '../store-deliveries/call-event-fan-out.ts';

@Controller()
export class OnSummaryReadyConsumer {
  constructor(@Inject(CallEventFanOut) private readonly fanOut: CallEventFanOut) {}

  @EventPattern<TopicName>('summary.ready')
  async handle(@Payload() data: SummaryReady, @Ctx() context: ConsumerContext): Promise<void> {
    await this.fanOut.store(context, { type: 'summary.ready', callId: data.call.id, order: data.revision, data });
  }
}
