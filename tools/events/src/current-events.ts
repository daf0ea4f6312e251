import { eventContracts, eventExamples, topicNames } from '@ci/contracts';
import type { EventsByTopic } from './compatibility/released-events.ts';

/** The events as the contracts have them now. */
export const currentEvents: EventsByTopic = Object.fromEntries(
  topicNames.map((topic) => {
    const { version, schema } = eventContracts[topic];
    return [topic, { version, schema: { ...schema }, example: eventExamples[topic] }];
  }),
);

/** What was released, for good. */
export const releasedFolder = new URL('../../../libs/contracts/released/', import.meta.url);
