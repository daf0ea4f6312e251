import type { TopicName } from './integration-events.ts';
import type { ParkingService } from './parking-notice.ts';

/** Which service sends which topics, beside the notices of what it has parked. No other sends them. */
export const publishedTopics = {
  ingestion: ['call.ended', 'call.transcribed', 'call.updated', 'call.deleted'],
  summarization: ['summary.ready', 'summary.failed', 'action_item.updated'],
  contacts: ['contact.created'],
  webhooks: [],
} as const satisfies Readonly<Record<ParkingService, readonly TopicName[]>>;

/** The topics of one service: the type of what it may send. */
export type PublishedBy<Service extends keyof typeof publishedTopics> = (typeof publishedTopics)[Service][number];
