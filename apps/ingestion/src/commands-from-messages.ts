import { metadataOf, runCommands } from '@ci/event-store';
import type { BatchContext } from '@ci/messaging';
import type { CallCommand } from './call/call.commands.ts';
import { callStream } from './call/call-stream.ts';
import { call } from './call.aggregate.ts';

/** The command that a message leads to. */
export interface CommandFromMessage {
  readonly callId: string;
  readonly command: CallCommand;
}

/** Runs the command of each message, in the order of the messages; a message whose command changes nothing is ignored. */
export async function runCommandsFromMessages(
  { tx, messages, ignore }: BatchContext,
  commands: readonly CommandFromMessage[],
): Promise<void> {
  const received = messages.flatMap((message, index) => {
    const one = commands[index];
    return one === undefined ? [] : [{ message, ...one }];
  });
  const outcomes = await runCommands(
    tx,
    call,
    received.map(({ message, callId, command }) => ({
      stream: callStream({ workspaceId: message.workspaceId, callId }),
      command,
      metadata: metadataOf(message),
    })),
  );
  for (const [index, { message }] of received.entries()) if (!outcomes[index]?.events.length) ignore(message);
}
