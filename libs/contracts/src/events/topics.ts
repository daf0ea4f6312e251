import { eventContracts, type TopicName } from './integration-events.ts';

export interface TopicDeclaration {
  readonly name: string;
  /** Never changed on a live topic: the partition of a key would change, and with it the order. */
  readonly partitions: number;
  readonly retentionMs: number;
  readonly maxMessageBytes: number;
}

/** The largest message that topic, broker, producer and consumer accept, in bytes. */
export const maxMessageBytes = 16 * 1024 * 1024;

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;

/** Every topic of the system. Retention is short because the event stores are the source, and messages hold personal data. */
export const topicDeclarations: readonly TopicDeclaration[] = (Object.keys(eventContracts) as TopicName[]).map(
  (name) => ({
    name,
    partitions: 12,
    retentionMs: SEVEN_DAYS_MS,
    maxMessageBytes,
  }),
);

export const topicNames = Object.keys(eventContracts) as readonly TopicName[];
