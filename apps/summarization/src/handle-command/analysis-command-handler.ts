import { afterCommit, eraseSubject, executeCommand, lockStream, type EventMetadata } from '@ci/event-store';
import { enqueue, OutboxRelay, withdrawMessages } from '@ci/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { projectActionItems } from '../action-items/action-items.projector.ts';
import type { AnalysisCommand } from '../analysis/analysis.commands.ts';
import { analysisDecider } from '../analysis/analysis.decider.ts';
import { analysisEvents, type AnalysisEvent } from '../analysis/analysis.events.ts';
import type { AnalysisState } from '../analysis/analysis.state.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import { projectAnalysisRow } from '../call-summary/analysis-row.projector.ts';
import { SummaryWaiters } from '../call-summary/summary-waiters.ts';
import { analysisMessages } from '../publish/analysis.integration-events.ts';

/** The call that a command is about, and what led to it. */
export interface CommandContext {
  readonly workspaceId: string;
  readonly callId: string;
  readonly metadata: EventMetadata;
}

/** Runs one command against the analysis of one call: events, read models and outgoing messages are stored together or not at all. */
@Injectable()
export class AnalysisCommandHandler {
  constructor(
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(SummaryWaiters) private readonly waiters: SummaryWaiters,
  ) {}

  /** Answers whether the command had an effect, and what the stream amounts to now. */
  async handle(
    tx: EntityManager,
    { workspaceId, callId, metadata }: CommandContext,
    command: AnalysisCommand,
  ): Promise<{ readonly effect: boolean; readonly state: AnalysisState }> {
    const stream = analysisStream(workspaceId, callId);
    // A finished job, a client and a message may want the same stream: they queue instead of conflicting.
    await lockStream(tx, stream.id);
    const { events, state } = await executeCommand<AnalysisState, AnalysisCommand, AnalysisEvent>({
      tx,
      stream,
      decider: analysisDecider,
      catalogue: analysisEvents,
      command,
      metadata,
      projectors: [projectAnalysisRow, projectActionItems],
      publish: async (_tx, stored, after) => {
        const { traceparent } = metadata;
        const messages = analysisMessages(stored, after).map((message) =>
          traceparent === undefined ? message : { ...message, traceparent },
        );
        if (messages.length === 0) return;
        await enqueue(tx, '/summarization', messages);
        afterCommit(tx, () => this.relay.wake());
      },
    });
    if (state.forgotten && events.length > 0) {
      await eraseSubject(tx, stream.id);
      await withdrawMessages(tx, { workspaceId, key: callId });
    }
    if (events.length > 0) afterCommit(tx, () => this.waiters.look());
    return { effect: events.length > 0, state };
  }
}
