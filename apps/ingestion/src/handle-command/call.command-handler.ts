import {
  afterCommit,
  eraseSubject,
  executeCommand,
  type EventMetadata,
  type StoredEvent,
  type StreamRef,
} from '@ci/event-store';
import { dropParkedMessages, enqueue, OutboxRelay, withdrawMessages } from '@ci/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallCommand, RecordCall } from '../call/call.commands.ts';
import { callDecider } from '../call/call.decider.ts';
import { callEvents, type CallEvent } from '../call/call.events.ts';
import { projectTranscript } from '../call-detail/call-transcript.projector.ts';
import { projectCallRow } from '../call-list/call-row.projector.ts';
import { integrationEvents } from '../publish/call.integration-events.ts';

export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

/** Names the stream of a call. */
export function callStream({ workspaceId, callId }: CallRef): StreamRef {
  return { type: 'call', id: `call-${callId}`, workspaceId };
}

/** Runs one command against one call. Events, read models and outgoing messages are stored together or not at all. */
@Injectable()
export class CallCommandHandler {
  readonly #relay: OutboxRelay;

  constructor(@Inject(OutboxRelay) relay: OutboxRelay) {
    this.#relay = relay;
  }

  /** Says whether the command had an effect. */
  async execute(
    tx: EntityManager,
    ref: CallRef,
    command: CallCommand,
    metadata: EventMetadata,
  ): Promise<{ readonly changed: boolean }> {
    const events = await this.#execute(tx, ref, { command, metadata, isNew: false });
    return { changed: events.length > 0 };
  }

  /** Records a call under an id that was made for it, and gives what was stored: whoever answers need not read it back. */
  async record(
    tx: EntityManager,
    ref: CallRef,
    command: RecordCall,
    metadata: EventMetadata,
  ): Promise<readonly StoredEvent<CallEvent>[]> {
    return this.#execute(tx, ref, { command, metadata, isNew: true });
  }

  async #execute(
    tx: EntityManager,
    ref: CallRef,
    asked: { readonly command: CallCommand; readonly metadata: EventMetadata; readonly isNew: boolean },
  ): Promise<readonly StoredEvent<CallEvent>[]> {
    const { events } = await executeCommand({
      tx,
      stream: callStream(ref),
      decider: callDecider,
      catalogue: callEvents,
      ...asked,
      projectors: [projectCallRow, projectTranscript],
      independent: true,
      publish: async (_tx, stored, state) => {
        if (stored.some(({ event }) => event.type === 'CallDeleted')) await eraseCall(tx, ref);
        await enqueue(tx, '/ingestion', integrationEvents(stored, state));
      },
    });
    if (events.length > 0) afterCommit(tx, () => this.#relay.wake());
    return events;
  }
}

/**
 * What the read models' projectors do not remove: the personal parts of the stream, and messages with them that were not sent yet or are
 * parked here: our own deletion is no message to us. The stream stands at a new version: whoever appends to it from now on conflicts, starts again, and finds the call deleted.
 */
async function eraseCall(tx: EntityManager, ref: CallRef): Promise<void> {
  await eraseSubject(tx, callStream(ref).id);
  await withdrawMessages(tx, { workspaceId: ref.workspaceId, key: ref.callId });
  await dropParkedMessages(tx, ref.callId);
}
