import type { SummaryFailed, TopicName } from '@ci/contracts';
import type { ConsumerContext } from '@ci/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { CallCommandHandler } from '../handle-command/call.command-handler.ts';
import { messageMetadata } from '../handle-command/message-metadata.ts';

/** The analysis of a call ended without a summary. */
@Controller()
export class OnSummaryFailed {
  readonly #calls: CallCommandHandler;

  constructor(@Inject(CallCommandHandler) calls: CallCommandHandler) {
    this.#calls = calls;
  }

  @EventPattern<TopicName>('summary.failed')
  async handle(@Payload() data: SummaryFailed, @Ctx() context: ConsumerContext): Promise<void> {
    const { tx, message } = context;
    const { changed } = await this.#calls.execute(
      tx,
      { workspaceId: message.workspaceId, callId: data.call.id },
      { type: 'NoteFailedAnalysis', revision: data.revision, reason: data.reason },
      messageMetadata(message),
    );
    if (!changed) context.ignore();
  }
}
