import type { Projector } from '@ci/event-store';
import type { ContactEvent } from '../contact/contact.events.ts';
import { changedContacts } from './changed-contacts.ts';
import { mergeCalls, mergeContacts } from './contact-rows.sql.ts';

/**
 * Keeps `contacts` and `contact_calls`, so that counters and history always agree. Two statements, for one event as for thousands of many
 * contacts. Rows know the version of their stream up to which they are projected.
 */
export const projectContactRows: Projector<ContactEvent> = (events) => {
  const { contacts, calls } = changedContacts(events);
  return [
    // First: a contact whose call has left is counted again.
    ...(calls.length > 0 ? [{ text: mergeCalls(calls.length), values: [JSON.stringify(calls)] }] : []),
    ...(contacts.length > 0 ? [{ text: mergeContacts(contacts.length), values: [JSON.stringify(contacts)] }] : []),
  ];
};
