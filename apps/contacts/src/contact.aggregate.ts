import { defineAggregate } from '@ci/event-store';
import { outboxOf, withdrawMessages } from '@ci/messaging';
import { contactDecider } from './contact/contact.decider.ts';
import { contactEvents } from './contact/contact.events.ts';
import { projectContactRows } from './contact-rows/contact-rows.projector.ts';
import { contactCreatedMessages } from './handle-command/contact-created.message.ts';

export const contact = defineAggregate({
  name: 'contact',
  decider: contactDecider,
  events: contactEvents,
  // Counters are made of the history: one is nothing without the other.
  projectors: [{ name: 'contact-list', tables: ['contact_calls', 'contacts'], project: projectContactRows }],
  messages: outboxOf('/contacts', contactCreatedMessages),
  erasure: {
    on: ['ContactForgotten'],
    also: async (tx, erased) => {
      const contacts = erased.flatMap(({ stream: { workspaceId }, event, state }) => {
        if (event.type !== 'ContactForgotten') return [];
        // The parts of a contact that came back in the same batch would go too. Apart, each message finds the right state.
        if (state.contactId) throw new Error('a contact that is forgotten cannot come back in one batch');
        return [{ workspaceId, key: event.data.contactId }];
      });
      await withdrawMessages(tx, contacts);
    },
  },
});
