import { leaveToCommit, sendTogether, sentTogether, type Statement } from '@ci/database';
import { fold, notFound, type Decider, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import type { EntityManager } from 'typeorm';

import { beginAppend, databaseTime } from './append.ts';
import type { Append } from './event-rows.ts';
import { loadAll, type LoadedStream } from './load.ts';
import { lockStreams } from './lock-stream.ts';
import type { EventMetadata, NewEvent } from './stored-event.ts';

/**
 * What events change in a service's own read model: statements for the append's transaction, each of which sees what those before it did. The
 * events may be of several streams, each stream's in order. Must accept events whose personal part is erased (rebuild).
 */
export type Projector<Event extends DomainEvent> = (events: readonly NewEvent<Event>[]) => readonly Statement[];

/** What a kind of stream consists of. */
interface StreamKind<State, Command, Event extends DomainEvent> {
  readonly tx: EntityManager;
  readonly decider: Decider<State, Command, Event>;
  readonly catalogue: EventCatalogue<Event>;
  readonly projectors: readonly Projector<Event>[];
}

/** One command against one stream, and what has to be stored with its events. */
export interface CommandExecution<State, Command, Event extends DomainEvent> extends StreamKind<State, Command, Event> {
  readonly stream: StreamRef;
  readonly command: Command;
  readonly metadata: EventMetadata;
  /** The stream's id was made for this command: there is nothing to load. Should there be a stream, that is a VersionConflict. */
  readonly isNew?: boolean;
  /** Runs last: events and state are what the outgoing messages are made of. */
  readonly publish?: (tx: EntityManager, events: readonly NewEvent<Event>[], state: State) => Promise<void>;
}

/** One of several commands. */
export interface CommandItem<Command> {
  readonly stream: StreamRef;
  readonly command: Command;
  readonly metadata: EventMetadata;
  readonly isNew?: boolean;
}

/** Commands against any number of streams of one kind, in order. */
export interface CommandsExecution<State, Command, Event extends DomainEvent> extends StreamKind<
  State,
  Command,
  Event
> {
  readonly items: readonly CommandItem<Command>[];
  /** The streams are locked before they are loaded (`lockStreams`). */
  readonly queued?: boolean;
  /** Runs last, once, with what each command that had an effect led to; what it answers is executed behind it. */
  readonly publish?: (outcomes: readonly CommandOutcome<State, Event>[]) => Promise<readonly Statement[]>;
}

/** The state of the stream right after the command, and the events that it added. */
export interface CommandOutcome<State, Event extends DomainEvent> {
  readonly stream: StreamRef;
  readonly state: State;
  readonly version: number;
  readonly events: readonly NewEvent<Event>[];
}

/**
 * Load → decide → append → project → publish. A command that decides nothing writes nothing. `events` are the new ones.
 *
 * Throws what the decider throws, VersionConflict, and notFound() for a stream of another workspace: its existence must not show.
 */
export async function executeCommand<State, Command, Event extends DomainEvent>(
  execution: CommandExecution<State, Command, Event>,
): Promise<CommandOutcome<State, Event>> {
  const { stream, command, metadata, isNew = false, publish, ...kind } = execution;
  const [outcome] = await executeCommands<State, Command, Event>({
    ...kind,
    items: [{ stream, command, metadata, isNew }],
    publish: async ([published]) => {
      if (published) await publish?.(execution.tx, published.events, published.state);
      return [];
    },
  });
  if (!outcome) throw new Error('a command has an outcome');
  return outcome;
}

/**
 * The same for many commands, with as many round trips as for one. Each is decided upon what those before it have led to, so the streams
 * end as if they had been executed one by one. All of it is stored or nothing: one command that is refused, one stream that conflicts, and
 * the transaction is to be rolled back.
 *
 * Two round trips with the COMMIT: what is known of the streams comes with the first, and all that is stored goes with the second. It is on its
 * way when this returns, whether it is stored or not: a statement of the same transaction finds it, or fails, and so does the COMMIT of
 * `inTransaction`, with the VersionConflict.
 */
export async function executeCommands<State, Command, Event extends DomainEvent>(
  execution: CommandsExecution<State, Command, Event>,
): Promise<CommandOutcome<State, Event>[]> {
  const { tx, catalogue, projectors, publish } = execution;
  const { decided, recordedAt } = await decideAll(execution);
  const appends = decided.map(({ append }) => append);
  const { events: added, stored } = beginAppend(tx, appends, recordedAt, catalogue);
  const ends = appends.map(({ events }) => events.length);
  let from = 0;
  const outcomes = decided.map(({ append, state }, index) => {
    const events = added.slice(from, (from += ends[index] ?? 0));
    return { stream: append.stream, state, version: append.expectedVersion + events.length, events };
  });
  if (added.length === 0) return outcomes;
  leaveToCommit(tx, stored);

  const published = outcomes.filter(({ events }) => events.length > 0);
  leave(
    tx,
    projectors.flatMap((project) => project(added)),
  );
  leave(tx, (await publish?.(published)) ?? []);
  return outcomes;
}

function leave(tx: EntityManager, statements: readonly Statement[]): void {
  if (statements.length > 0) leaveToCommit(tx, sendTogether(tx, statements));
}

interface Decided<State, Event extends DomainEvent> {
  readonly append: Append<Event>;
  readonly state: State;
}

/** What is known of a stream while the commands are gone through. */
interface Standing<State> {
  readonly state: State;
  readonly version: number;
  /** Undefined as long as there is no event. */
  readonly workspaceId?: string | undefined;
}

async function decideAll<State, Command, Event extends DomainEvent>({
  tx,
  decider,
  catalogue,
  items,
  queued = false,
}: CommandsExecution<State, Command, Event>): Promise<{
  readonly decided: readonly Decided<State, Event>[];
  readonly recordedAt: Date;
}> {
  const streamIds = [...new Set(items.map(({ stream }) => stream.id))];
  const existing = [...new Set(items.filter(({ isNew }) => isNew !== true).map(({ stream }) => stream.id))];
  const [, loaded, recordedAt] = await sentTogether(
    queued ? lockStreams(tx, streamIds) : Promise.resolve(),
    existing.length === 0 ? Promise.resolve(new Map<string, LoadedStream<Event>>()) : loadAll(tx, existing, catalogue),
    // Last: no event of these streams is older than the one before it.
    databaseTime(tx),
  );
  const standings = new Map<string, Standing<State>>();
  for (const id of streamIds) {
    const { version, events } = loaded.get(id) ?? { version: 0, events: [] };
    const history = events.map(({ event }) => event);
    const workspaceId = events[0]?.stream.workspaceId;
    standings.set(id, { state: fold(decider, decider.initialState(), history), version, workspaceId });
  }
  const decided = items.map(({ stream, command, metadata }) => {
    const before = standings.get(stream.id) ?? { state: decider.initialState(), version: 0 };
    if (before.version > 0 && before.workspaceId !== stream.workspaceId) throw notFound();
    const events = decider.decide(command, before.state);
    const state = fold(decider, before.state, events);
    if (events.length > 0) {
      const version = before.version + events.length;
      standings.set(stream.id, { state, version, workspaceId: stream.workspaceId });
    }
    return { append: { stream, expectedVersion: before.version, events, metadata }, state };
  });
  return { decided, recordedAt };
}
