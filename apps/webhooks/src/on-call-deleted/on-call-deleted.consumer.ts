import type { CallDeleted, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CLOCK, type Clock } from '../clock.ts';
import { closeCallGates, lockCallGates } from '../deliveries/store/call-gate.ts';

@Controller()
export class OnCallDeletedConsumer {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  @EventPattern<TopicName>('call.deleted')
  async handle(@Payload() data: CallDeleted[], @Ctx() { tx, messages, ignore }: BatchContext): Promise<void> {
    const calls = messages.flatMap((message, index) => {
      const callId = data[index]?.call_id;
      return callId === undefined ? [] : [{ callId, workspaceId: message.workspaceId, endedAt: null, message }];
    });
    // The row stays when the deletion comes first: it makes the call's other events ignored.
    const gates = await lockCallGates(tx, calls);
    const closing = new Set<string>();
    for (const { callId, message } of calls) {
      if (gates.get(callId)?.deleted === true || closing.has(callId)) ignore(message);
      else closing.add(callId);
    }
    await closeCallGates(tx, [...closing], this.clock());
  }
}
