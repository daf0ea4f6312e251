import type { CallUpdated, TopicName } from '@ci/contracts';
import { metadataOf, runCommand } from '@ci/event-store';
import type { ConsumerContext } from '@ci/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { analysisStream } from '../analysis/analysis-stream.ts';
import { analysis } from '../analysis.aggregate.ts';

/** What a client says about the outcome stands in the next `summary.ready` in place of what was inferred. */
@Controller()
export class OnCallUpdated {
  @EventPattern<TopicName>('call.updated')
  async handle(@Payload() data: CallUpdated, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    const { call, prospect, outcome_provided: outcomeProvided } = data;
    await runCommand(tx, analysis, {
      stream: analysisStream(message.workspaceId, call.id),
      command: { type: 'NoteCallUpdate', call, prospect, outcomeProvided },
      metadata: metadataOf(message),
    });
  }
}
