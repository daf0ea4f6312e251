import type { BatchContext } from '@ci/messaging';
import type { CallCommand } from '../call/call.commands.ts';
import type { CallCommandHandler } from './call.command-handler.ts';
import { messageMetadata } from './message-metadata.ts';

/** What a message says about a call. */
export interface CallNews {
  readonly callId: string;
  readonly command: CallCommand;
}

/** Applies what each of the messages says, in their order; those that change nothing are ignored. */
export async function applyNews(
  calls: CallCommandHandler,
  { tx, messages, ignore }: BatchContext,
  news: readonly CallNews[],
): Promise<void> {
  const told = messages.flatMap((message, index) => {
    const one = news[index];
    return one === undefined ? [] : [{ message, ...one }];
  });
  const changed = await calls.executeAll(
    tx,
    told.map(({ message, callId, command }) => ({
      ref: { workspaceId: message.workspaceId, callId },
      command,
      metadata: messageMetadata(message),
    })),
  );
  for (const [index, { message }] of told.entries()) if (changed[index] !== true) ignore(message);
}
