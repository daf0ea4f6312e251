import type { PublishedBy } from '@ci/contracts';
import type { NewEvent } from '@ci/event-store';
import { messageIdOf, type OutgoingMessage } from '@ci/messaging';
import type { ContactEvent } from '../contact/contact.events.ts';
import { joinedCalls, type ContactState } from '../contact/contact.state.ts';

/**
 * `contact.created`, once: with the first call that joins, when name and company are known as well. The same events give the same message,
 * today and when it is sent again; of a forgotten contact there is none.
 */
export function contactCreatedMessages(
  events: readonly NewEvent<ContactEvent>[],
  state: ContactState,
): readonly OutgoingMessage<PublishedBy<'contacts'>>[] {
  const { contactId, email, registeredAt, name, company, firstCallId } = state;
  const first = events.find(({ event }) => event.type === 'CallJoined' && event.data.callId === firstCallId);
  if (first === undefined || firstCallId === null) return [];
  if (contactId === null || email === null || registeredAt === null) return [];
  const times = joinedCalls(state).map(({ createdAt }) => createdAt);
  const contact = {
    id: contactId,
    email,
    name,
    company,
    call_count: times.length,
    last_call_at: times.toSorted().at(-1) ?? null,
    created_at: registeredAt,
  };
  const { traceparent } = first.metadata;
  return [
    {
      topic: 'contact.created',
      key: contactId,
      workspaceId: first.stream.workspaceId,
      subject: contactId,
      messageId: messageIdOf(first.eventId, 'contact.created'),
      time: first.recordedAt,
      ...(traceparent === undefined ? {} : { traceparent }),
      data: { contact, call_id: firstCallId },
    },
  ];
}
