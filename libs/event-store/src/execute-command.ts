import { notFound } from '@ci/platform';
import type { EntityManager } from 'typeorm';

import { append } from './append.ts';
import { fold, type Decider, type DomainEvent } from './decider.ts';
import type { EventCatalogue } from './event-catalogue.ts';
import { load } from './load.ts';
import type { EventMetadata, StoredEvent, StreamRef } from './stored-event.ts';

/** Writes a service's own read model, in the append's transaction. Must accept events whose personal part is erased (rebuild). */
export type Projector<Event extends DomainEvent> = (
  tx: EntityManager,
  events: readonly StoredEvent<Event>[],
) => Promise<void>;

/** One command against one stream, and what has to be stored with its events. */
export interface CommandExecution<State, Command, Event extends DomainEvent> {
  readonly tx: EntityManager;
  readonly stream: StreamRef;
  readonly decider: Decider<State, Command, Event>;
  readonly catalogue: EventCatalogue<Event>;
  readonly command: Command;
  readonly metadata: EventMetadata;
  readonly projectors: readonly Projector<Event>[];
  /** Runs last: events and state are what the outgoing messages are made of. */
  readonly publish?: (tx: EntityManager, events: readonly StoredEvent<Event>[], state: State) => Promise<void>;
}

/**
 * Load → decide → append → project → publish. A command that decides nothing writes nothing. `events` are the new ones.
 *
 * Throws what the decider throws, VersionConflict, and notFound() for a stream of another workspace: its existence must not show.
 */
export async function executeCommand<State, Command, Event extends DomainEvent>(
  execution: CommandExecution<State, Command, Event>,
): Promise<{ state: State; version: number; events: StoredEvent<Event>[] }> {
  const { tx, stream, decider, catalogue, command, metadata, projectors, publish } = execution;
  const loaded = await load(tx, stream.id, catalogue);
  if (loaded.events.some((stored) => stored.stream.workspaceId !== stream.workspaceId)) throw notFound();

  const before = stateAfter(decider, decider.initialState(), loaded.events);
  const decided = decider.decide(command, before);
  if (decided.length === 0) return { state: before, version: loaded.version, events: [] };

  const events = await append(tx, stream, loaded.version, decided, metadata, catalogue);
  const state = stateAfter(decider, before, events);
  for (const project of projectors) await project(tx, events);
  await publish?.(tx, events, state);
  return { state, version: loaded.version + events.length, events };
}

function stateAfter<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  state: State,
  stored: readonly StoredEvent<Event>[],
): State {
  return fold(
    decider,
    state,
    stored.map(({ event }) => event),
  );
}
