import type { Statement } from '@ci/database';
import { outboxStatement } from './enqueue.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** How an aggregate announces its events: made by `of`, stored in the outbox. */
export interface OutboxOf<State, Event, Message extends OutgoingMessage> {
  readonly source: string;
  of(events: readonly Event[], state: State): readonly Message[];
  statement(messages: readonly Message[]): Statement;
}

/** The messages of an aggregate: `defineAggregate({ …, messages: outboxOf('/contacts', contactMessages) })`. */
export function outboxOf<State, Event, Message extends OutgoingMessage>(
  source: string,
  of: (events: readonly Event[], state: State) => readonly Message[],
): OutboxOf<State, Event, Message> {
  return {
    source,
    of,
    statement: (messages) => outboxStatement(source, messages),
  };
}
