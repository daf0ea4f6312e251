import type { StreamRef } from '@ci/domain';
import {
  afterCommit,
  createStream,
  eraseSubject,
  executeCommands,
  type CommandItem,
  type CommandOutcome,
  type EventMetadata,
  type NewEvent,
  type StoredEvent,
} from '@ci/event-store';
import { dropParkedMessages, enqueue, outboxStatement, OutboxRelay, withdrawMessages } from '@ci/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { CallCommand, RecordCall } from '../call/call.commands.ts';
import { callDecider } from '../call/call.decider.ts';
import { callEvents, type CallEvent } from '../call/call.events.ts';
import type { CallState } from '../call/call.state.ts';
import { callStream, type CallRef } from '../call/call-stream.ts';
import { projectTranscript, recordedTranscripts } from '../call-detail/call-transcript.projector.ts';
import { projectCallRow, recordedCallRows } from '../call-list/call-row.projector.ts';
import { integrationEvents } from '../publish/call.integration-events.ts';

/** One of several commands. */
export interface CommandOnCall {
  readonly ref: CallRef;
  readonly command: CallCommand;
  readonly metadata: EventMetadata;
}

type CallOutcome = CommandOutcome<CallState, CallEvent>;

/** Runs commands against calls. Events, read models and outgoing messages are stored together or not at all. */
@Injectable()
export class CallCommandHandler {
  readonly #relay: Pick<OutboxRelay, 'wake'>;

  constructor(@Inject(OutboxRelay) relay: Pick<OutboxRelay, 'wake'>) {
    this.#relay = relay;
  }

  /** Says whether the command had an effect. */
  async execute(
    tx: EntityManager,
    ref: CallRef,
    command: CallCommand,
    metadata: EventMetadata,
  ): Promise<{ readonly changed: boolean }> {
    const [changed = false] = await this.executeAll(tx, [{ ref, command, metadata }]);
    return { changed };
  }

  /** Several commands in their order, with as many round trips as for one. Says of each whether it had an effect. */
  async executeAll(tx: EntityManager, commands: readonly CommandOnCall[]): Promise<boolean[]> {
    const items = commands.map(({ ref, command, metadata }) => ({ stream: callStream(ref), command, metadata }));
    return (await this.#execute(tx, items)).map(({ events }) => events.length > 0);
  }

  /** Records a call under an id that was made for it, and returns what was stored, so that the response needs no second read. */
  async record(
    tx: EntityManager,
    ref: CallRef,
    command: RecordCall,
    metadata: EventMetadata,
  ): Promise<readonly StoredEvent<CallEvent>[]> {
    const outcomes = await this.#execute(tx, [{ stream: callStream(ref), command, metadata, isNew: true }]);
    return outcomes.flatMap(({ events }) => events);
  }

  /** The same in one statement, which is a transaction of its own. Throws VersionConflict, or that a row is there already. */
  async recordAtOnce(
    dataSource: DataSource,
    ref: CallRef,
    command: RecordCall,
    metadata: EventMetadata,
  ): Promise<readonly NewEvent<CallEvent>[]> {
    const recorded = await createStream<CallState, CallCommand, CallEvent>(dataSource, {
      stream: callStream(ref),
      command,
      metadata,
      decider: callDecider,
      catalogue: callEvents,
      writes: (events, state) => [
        recordedCallRows(events),
        recordedTranscripts(events),
        outboxStatement('/ingestion', integrationEvents(events, state)),
      ],
    });
    this.#relay.wake();
    return recorded;
  }

  async #execute(tx: EntityManager, items: readonly CommandItem<CallCommand>[]): Promise<CallOutcome[]> {
    const outcomes = await executeCommands({
      tx,
      items,
      decider: callDecider,
      catalogue: callEvents,
      projectors: [projectCallRow, projectTranscript],
      independent: true,
      publish: async (_tx, changed) => {
        for (const { stream, events } of changed) {
          if (events.some(({ event }) => event.type === 'CallDeleted')) await eraseCall(tx, stream);
        }
        const messages = changed.flatMap(({ events, state }) => integrationEvents(events, state));
        await enqueue(tx, '/ingestion', messages);
      },
    });
    if (outcomes.some(({ events }) => events.length > 0)) afterCommit(tx, () => this.#relay.wake());
    return outcomes;
  }
}

/**
 * What the read models' projectors do not remove: the personal parts of the stream, and messages with them that were not sent yet or are
 * parked here: our own deletion is no message to us. The stream stands at a new version: a later append conflicts, starts again, and finds the call deleted.
 */
async function eraseCall(tx: EntityManager, { id, workspaceId }: StreamRef): Promise<void> {
  const callId = id.slice('call-'.length);
  await eraseSubject(tx, id);
  await withdrawMessages(tx, { workspaceId, key: callId });
  await dropParkedMessages(tx, callId);
}
