import { publishedTopics } from '@ci/contracts';
import { defineProjection } from '@ci/event-store';
import { definePublisher, type OperatedService } from '@ci/operations';
import { contactDecider } from './contact/contact.decider.ts';
import { contactEvents } from './contact/contact.events.ts';
import { projectContactRows } from './contact-rows/contact-rows.projector.ts';
import { contactCreatedMessages } from './handle-command/contact-created.message.ts';

/** What operators can do with this service. */
export const operations: OperatedService = {
  service: 'contacts',
  messaging: true,
  projections: [
    defineProjection({
      name: 'contact-list',
      // Counters are made of the history: one is nothing without the other.
      tables: ['contact_calls', 'contacts'],
      streamTypes: ['contact'],
      catalogue: contactEvents,
      projector: projectContactRows,
    }),
  ],
  publisher: definePublisher({
    source: '/contacts',
    topics: publishedTopics.contacts,
    streamType: 'contact',
    decider: contactDecider,
    catalogue: contactEvents,
    messagesOf: (stored, state) => contactCreatedMessages(stored.stream.workspaceId, [stored], state),
  }),
};
