import type { SummaryReady, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallCommandHandler } from '../handle-command/call.command-handler.ts';
import { messageMetadata } from '../handle-command/message-metadata.ts';

/** A call was analysed: its score and what the transcript says of the outcome become part of the call. */
@Controller()
export class OnSummaryReady {
  readonly #calls: CallCommandHandler;

  constructor(@Inject(CallCommandHandler) calls: CallCommandHandler) {
    this.#calls = calls;
  }

  @EventPattern<TopicName>('summary.ready')
  async handle(@Payload() data: SummaryReady, @Ctx() context: ConsumerContext): Promise<void> {
    const { tx, message } = context;
    const { changed } = await this.#calls.execute(
      tx,
      { workspaceId: message.workspaceId, callId: data.summary.call_id },
      {
        type: 'NoteAnalysis',
        revision: data.revision,
        coachingScore: data.summary.coaching_score,
        inferredOutcome: data.outcome_inferred,
      },
      messageMetadata(message),
    );
    if (!changed) context.ignore();
  }
}
