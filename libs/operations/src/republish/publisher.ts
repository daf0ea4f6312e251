import type { TopicName } from '@ci/contracts';
import type { DomainEvent } from '@ci/domain';
import { replayPage, type Aggregate, type RecordedRange, type StoreCursor } from '@ci/event-store';
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

/** What `republish` works on: what makes an aggregate's messages in the first place makes them again. */
export function publisherOf<State, Command, Event extends DomainEvent>(
  topics: readonly TopicName[],
  { name: streamType, decider, events: catalogue, messages }: Aggregate<State, Command, Event, OutgoingMessage>,
): Publisher {
  if (messages === undefined) throw new Error(`${streamType} has no messages`);
  return {
    source: messages.source,
    topics,
    page: (tx, recorded, cursor, visit) =>
      replayPage(tx, { streamType, decider, catalogue, recorded }, cursor, (stored, state) =>
        visit(messages.of([stored], state)),
      ),
  };
}
