import type { TopicName } from './integration-events.ts';

/** Which service reads which topics: what there is to send again to it. A service whose handlers differ from it does not start. */
export const consumedTopics = {
  ingestion: ['summary.ready', 'summary.failed'],
  summarization: ['call.transcribed', 'call.updated', 'call.deleted'],
  contacts: ['call.ended', 'summary.ready', 'call.updated', 'call.deleted'],
  webhooks: ['call.ended', 'summary.ready', 'summary.failed', 'call.deleted'],
} as const satisfies Readonly<Record<string, readonly TopicName[]>>;
