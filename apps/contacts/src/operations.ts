import { publishedTopics } from '@ci/contracts';
import { projectionsOf } from '@ci/event-store';
import { publisherOf, type ServiceOperations } from '@ci/operations';
import { contact } from './contact.aggregate.ts';

/** What operators can do with this service. */
export const operations: ServiceOperations = {
  projections: projectionsOf(contact),
  publisher: publisherOf(publishedTopics.contacts, contact),
};
