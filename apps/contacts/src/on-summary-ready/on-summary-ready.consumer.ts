import type { SummaryReady, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { ContactCommandHandler } from '../handle-command/contact-command-handler.ts';

/** Score and inferred outcome go into the history. */
@Controller()
export class OnSummaryReady {
  constructor(@Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler) {}

  @EventPattern<TopicName>('summary.ready')
  async handle(@Payload() data: SummaryReady, @Ctx() { tx, message }: ConsumerContext): Promise<void> {
    await this.contacts.handle(tx, message, data.prospect.email, {
      type: 'NoteAnalysis',
      callId: data.call.id,
      revision: data.revision,
      coachingScore: data.summary.coaching_score,
      inferredOutcome: data.outcome_inferred,
    });
  }
}
