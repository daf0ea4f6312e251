import type { SummaryFailed, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallEventFanOut } from '../deliveries/store/call-event-fan-out.ts';

@Controller()
export class OnSummaryFailedConsumer {
  constructor(@Inject(CallEventFanOut) private readonly fanOut: CallEventFanOut) {}

  @EventPattern<TopicName>('summary.failed')
  async handle(@Payload() data: SummaryFailed[], @Ctx() context: BatchContext): Promise<void> {
    await this.fanOut.store(
      context,
      data.map((one) => ({ type: 'summary.failed', callId: one.call.id, order: one.revision, data: one })),
    );
  }
}
