import type { SummaryReady, TopicName } from '@ci/contracts';
import { inBatches, type BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { applyNews, type CallNews } from '../handle-command/call-news.ts';
import { CallCommandHandler } from '../handle-command/call.command-handler.ts';

/** A call was analysed: its score and what the transcript says of the outcome become part of the call. */
@Controller()
export class OnSummaryReady {
  readonly #calls: CallCommandHandler;

  constructor(@Inject(CallCommandHandler) calls: CallCommandHandler) {
    this.#calls = calls;
  }

  @EventPattern<TopicName>('summary.ready', inBatches)
  async handle(@Payload() data: SummaryReady[], @Ctx() context: BatchContext): Promise<void> {
    const news = data.map((one): CallNews => ({
      callId: one.summary.call_id,
      command: {
        type: 'NoteAnalysis',
        revision: one.revision,
        coachingScore: one.summary.coaching_score,
        inferredOutcome: one.outcome_inferred,
      },
    }));
    await applyNews(this.#calls, context, news);
  }
}
