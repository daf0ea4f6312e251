import type { SummaryReady, TopicName } from '@ci/contracts';
import { inBatches, type BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallCommandHandler } from '../handle-command/call.command-handler.ts';
import { runCommandsFromMessages, type CommandFromMessage } from '../handle-command/commands-from-messages.ts';

/** A call was analysed: its score and what the transcript says of the outcome become part of the call. */
@Controller()
export class OnSummaryReady {
  readonly #calls: CallCommandHandler;

  constructor(@Inject(CallCommandHandler) calls: CallCommandHandler) {
    this.#calls = calls;
  }

  @EventPattern<TopicName>('summary.ready', inBatches)
  async handle(@Payload() data: SummaryReady[], @Ctx() context: BatchContext): Promise<void> {
    const commands = data.map((one): CommandFromMessage => ({
      callId: one.summary.call_id,
      command: {
        type: 'NoteAnalysis',
        revision: one.revision,
        coachingScore: one.summary.coaching_score,
        inferredOutcome: one.outcome_inferred,
      },
    }));
    await runCommandsFromMessages(this.#calls, context, commands);
  }
}
