import { eventContracts, eventExamples, publishedTopics, topicNames } from '@ci/contracts';
import type { EventsByTopic } from './compatibility/released-events.ts';

/** The events as the contracts have them now. */
export const currentEvents: EventsByTopic = Object.fromEntries(
  topicNames.map((topic) => {
    const { version, schema } = eventContracts[topic];
    return [topic, { version, schema: { ...schema }, example: eventExamples[topic] }];
  }),
);

/** Those that a service sends, its notices of what it has parked among them. */
export function eventsSentBy(service: string): EventsByTopic {
  const topics: Readonly<Record<string, readonly string[]>> = { ...publishedTopics, gateway: [] };
  const events = topics[service];
  if (events === undefined)
    throw new Error(`no service is called ${service}; there are: ${Object.keys(topics).join(', ')}`);
  const sent = [...events, `${service}.dlq`];
  return Object.fromEntries(Object.entries(currentEvents).filter(([topic]) => sent.includes(topic)));
}

/** What was released, for good. */
export const releasedFolder = new URL('../../../../libs/contracts/released/', import.meta.url);
