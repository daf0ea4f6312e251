import type { TopicName } from '@ci/contracts';
import type { Decider, DomainEvent, EventCatalogue } from '@ci/domain';
import { replayPage, type RecordedRange, type StoreCursor, type StoredEvent } from '@ci/event-store';
import type { OutgoingMessage } from '@ci/messaging';
import type { EntityManager } from 'typeorm';

/** The messages of a service, made again from its events. */
export interface Publisher {
  /** As in the messages' `ce_source`. */
  readonly source: string;
  readonly topics: readonly TopicName[];
  /** The next page of events, and the messages that announce them, in order per key. */
  readonly page: (
    tx: EntityManager,
    recorded: RecordedRange,
    cursor: StoreCursor,
    visit: (messages: readonly OutgoingMessage[]) => Promise<void>,
  ) => Promise<{ readonly cursor: StoreCursor; readonly more: boolean }>;
}

/** A publisher as its service declares it. `messagesOf` is what makes the messages in the first place: the same events, the same messages. */
export interface PublisherDefinition<State, Command, Event extends DomainEvent> {
  readonly source: string;
  readonly topics: readonly TopicName[];
  readonly streamType: string;
  readonly decider: Decider<State, Command, Event>;
  readonly catalogue: EventCatalogue<Event>;
  readonly messagesOf: (stored: StoredEvent<Event>, state: State) => readonly OutgoingMessage[];
}

/** Declares what `republish` works on. */
export function definePublisher<State, Command, Event extends DomainEvent>(
  definition: PublisherDefinition<State, Command, Event>,
): Publisher {
  const { source, topics, messagesOf, ...replay } = definition;
  return {
    source,
    topics,
    page: (tx, recorded, cursor, visit) =>
      replayPage(tx, { ...replay, recorded }, cursor, (stored, state) => visit(messagesOf(stored, state))),
  };
}
