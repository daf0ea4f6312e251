import type { SummaryFailed, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallEventFanOut } from '../store-deliveries/call-event-fan-out.ts';

@Controller()
export class OnSummaryFailedConsumer {
  constructor(@Inject(CallEventFanOut) private readonly fanOut: CallEventFanOut) {}

  @EventPattern<TopicName>('summary.failed')
  async handle(@Payload() data: SummaryFailed, @Ctx() context: ConsumerContext): Promise<void> {
    await this.fanOut.store(context, { type: 'summary.failed', callId: data.call.id, order: data.revision, data });
  }
}
