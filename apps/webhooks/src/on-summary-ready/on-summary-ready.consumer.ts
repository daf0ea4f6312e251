import type { SummaryReady, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallEventFanOut } from '../deliveries/store/call-event-fan-out.ts';

@Controller()
export class OnSummaryReadyConsumer {
  constructor(@Inject(CallEventFanOut) private readonly fanOut: CallEventFanOut) {}

  @EventPattern<TopicName>('summary.ready')
  async handle(@Payload() data: SummaryReady[], @Ctx() context: BatchContext): Promise<void> {
    await this.fanOut.store(
      context,
      data.map((one) => ({ type: 'summary.ready', callId: one.call.id, order: one.revision, data: one })),
    );
  }
}
