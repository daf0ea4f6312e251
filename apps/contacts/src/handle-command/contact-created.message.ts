import type { StoredEvent } from '@ci/event-store';
import type { OutgoingMessage } from '@ci/messaging';
import type { ContactEvent } from '../contact/contact.events.ts';
import { joinedCalls, type ContactState } from '../contact/contact.state.ts';

/** `contact.created`, once: from the events that registered the contact. */
export function contactCreatedMessages(
  workspaceId: string,
  events: readonly StoredEvent<ContactEvent>[],
  state: ContactState,
): readonly OutgoingMessage<'contact.created'>[] {
  const { contactId, email, registeredAt, name, company } = state;
  const registered = events.some(({ event }) => event.type === 'ContactRegistered');
  if (!registered || contactId === null || email === null || registeredAt === null) return [];
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
  return [{ topic: 'contact.created', key: contactId, workspaceId, subject: contactId, data: { contact } }];
}
