import type { CallDeleted, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CLOCK, type Clock } from '../clock.ts';
import { closeCallGate, lockCallGates } from '../deliveries/store/call-gate.ts';

@Controller()
export class OnCallDeletedConsumer {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() data: CallDeleted, @Ctx() context: ConsumerContext): Promise<void> {
    const { tx, message } = context;
    // The row stays when the deletion comes first: it makes the call's other events ignored.
    const call = { callId: data.call_id, workspaceId: message.workspaceId, endedAt: null };
    const gate = (await lockCallGates(tx, [call])).get(data.call_id);
    if (gate?.deleted === true) context.ignore();
    else await closeCallGate(tx, data.call_id, this.clock());
  }
}
