import type { CallUpdated, TopicName } from '@ci/contracts';
import { metadataOf } from '@ci/event-store';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { AnalysisCommandHandler } from '../handle-command/analysis-command-handler.ts';

/** What a client says about the outcome stands in the next `summary.ready` in place of what was inferred. */
@Controller()
export class OnCallUpdated {
  constructor(@Inject(AnalysisCommandHandler) private readonly analyses: AnalysisCommandHandler) {}

  @EventPattern<TopicName>('call.updated')
  async handle(@Payload() data: CallUpdated, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    const { call, prospect, outcome_provided: outcomeProvided } = data;
    await this.analyses.handle(
      tx,
      { workspaceId: message.workspaceId, callId: call.id, metadata: metadataOf(message) },
      { type: 'NoteCallUpdate', call, prospect, outcomeProvided },
    );
  }
}
