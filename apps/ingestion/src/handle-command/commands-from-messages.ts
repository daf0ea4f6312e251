import { metadataOf } from '@ci/event-store';
import type { BatchContext } from '@ci/messaging';
import type { CallCommand } from '../call/call.commands.ts';
import type { CallCommandHandler } from './call.command-handler.ts';

/** The command that a message leads to. */
export interface CommandFromMessage {
  readonly callId: string;
  readonly command: CallCommand;
}

/** Runs the command of each message, in the order of the messages; a message whose command changes nothing is ignored. */
export async function runCommandsFromMessages(
  calls: CallCommandHandler,
  { tx, messages, ignore }: BatchContext,
  commands: readonly CommandFromMessage[],
): Promise<void> {
  const received = messages.flatMap((message, index) => {
    const one = commands[index];
    return one === undefined ? [] : [{ message, ...one }];
  });
  const changed = await calls.executeAll(
    tx,
    received.map(({ message, callId, command }) => ({
      ref: { workspaceId: message.workspaceId, callId },
      command,
      metadata: metadataOf(message),
    })),
  );
  for (const [index, { message }] of received.entries()) if (changed[index] !== true) ignore(message);
}
