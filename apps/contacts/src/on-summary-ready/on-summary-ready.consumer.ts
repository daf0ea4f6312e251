import type { SummaryReady, TopicName } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { NoteAnalysis } from '../contact/contact.commands.ts';
import { commandsFrom } from '../handle-command/commands-from-messages.ts';
import { ContactCommandHandler } from '../handle-command/contact.command-handler.ts';

/** Score and inferred outcome go into the history. */
@Controller()
export class OnSummaryReady {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('summary.ready')
  async handle(@Payload() data: SummaryReady[], @Ctx() { tx, messages }: BatchContext): Promise<void> {
    await this.contacts.handle(tx, commandsFrom(messages, data, noteAnalysis));
  }
}

function noteAnalysis({ call, revision, summary, outcome_inferred }: SummaryReady): NoteAnalysis {
  return {
    type: 'NoteAnalysis',
    callId: call.id,
    revision,
    coachingScore: summary.coaching_score,
    inferredOutcome: outcome_inferred,
  };
}
