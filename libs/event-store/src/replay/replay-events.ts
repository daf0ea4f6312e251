import type { Decider, DomainEvent, EventCatalogue } from '@ci/domain';
import type { EntityManager } from 'typeorm';

import { load } from '../load.ts';
import type { StoreCursor } from '../read-all.ts';
import { nextPage, type PageLimits, type RecordedRange } from '../rebuild/event-pages.ts';
import type { StoredEvent } from '../stored-event.ts';

/** What is looked back at: the events of one kind of stream, within a range of time. */
export interface Replay<State, Command, Event extends DomainEvent> {
  readonly streamType: string;
  readonly decider: Decider<State, Command, Event>;
  readonly catalogue: EventCatalogue<Event>;
  readonly recorded: RecordedRange;
  readonly limits?: PageLimits;
}

/**
 * Looks back at the next events: each with the state of its stream as it was right after it, made of what is not erased by now. Stream by
 * stream, each stream's events in order. Answers how far it came; `more` as long as there is something left.
 *
 * Their streams stay as they are until the transaction ends: an erasure that comes meanwhile waits, and then finds what was made of them.
 */
export async function replayPage<State, Command, Event extends DomainEvent>(
  tx: EntityManager,
  replay: Replay<State, Command, Event>,
  cursor: StoreCursor,
  visit: (stored: StoredEvent<Event>, state: State) => Promise<void>,
): Promise<{ readonly cursor: StoreCursor; readonly more: boolean }> {
  const { streamType, decider, catalogue, recorded, limits = { events: 200, personalBytes: 16_000_000 } } = replay;
  const page = await nextPage(tx, [streamType], cursor, 'visible', limits, recorded);
  const wanted = new Map<string, Set<string>>();
  for (const { stream_id, event_id } of page.rows) {
    wanted.set(stream_id, (wanted.get(stream_id) ?? new Set()).add(event_id));
  }
  await holdStreams(tx, [...wanted.keys()]);
  // One stream at a time: together they may be larger than memory.
  for (const [streamId, eventIds] of wanted) {
    let state = decider.initialState();
    for (const stored of (await load(tx, streamId, catalogue)).events) {
      state = decider.evolve(state, stored.event);
      if (eventIds.has(stored.eventId)) await visit(stored, state);
    }
  }
  return { cursor: page.cursor, more: page.more };
}

/** In the order in which writers lock, so that neither waits for ever. Writers wait for readers here, readers not for each other. */
async function holdStreams(tx: EntityManager, streamIds: readonly string[]): Promise<void> {
  await tx.query(`SELECT 1 FROM streams WHERE stream_id = ANY ($1::text[]) ORDER BY stream_id COLLATE "C" FOR SHARE`, [
    streamIds,
  ]);
}
