import { metadataOf, runCommands, type CommandOutcome } from '@ci/event-store';
import type { BatchContext } from '@ci/messaging';
import type { AnalysisCommand } from './analysis/analysis.commands.ts';
import type { AnalysisEvent } from './analysis/analysis.events.ts';
import type { AnalysisState } from './analysis/analysis.state.ts';
import { analysisStream } from './analysis/analysis-stream.ts';
import { analysis } from './analysis.aggregate.ts';

/** The command that a message leads to. */
export interface CommandFromMessage {
  readonly callId: string;
  readonly command: AnalysisCommand;
}

/** Runs the command of each message, in the order of the messages. */
export function runCommandsFromMessages(
  { tx, messages }: BatchContext,
  commands: readonly CommandFromMessage[],
): Promise<CommandOutcome<AnalysisState, AnalysisEvent>[]> {
  const items = messages.flatMap((message, index) => {
    const one = commands[index];
    if (one === undefined) return [];
    const { callId, command } = one;
    return [{ stream: analysisStream(message.workspaceId, callId), command, metadata: metadataOf(message) }];
  });
  return runCommands(tx, analysis, items);
}
