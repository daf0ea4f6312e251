import { eventContracts, type TopicName } from './integration-events.ts';

export interface TopicDeclaration {
  readonly name: string;
  /** Never changed on a live topic: the partition of a key would change, and with it the order. */
  readonly partitions: number;
  readonly retentionMs: number;
  readonly maxMessageBytes: number;
  /**
   * Its messages erase what is known under their key. They do not wait behind parked messages of that key: those have become moot, and
   * hold what is to be erased.
   */
  readonly erases?: true;
}

/** The largest message that topic, broker, producer and consumer accept, in bytes. */
export const maxMessageBytes = 16 * 1024 * 1024;

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;

const erasing: ReadonlySet<TopicName> = new Set<TopicName>(['call.deleted']);

/** Every topic of the system. Retention is short because the event stores are the source, and messages hold personal data. */
export const topicDeclarations: readonly TopicDeclaration[] = (Object.keys(eventContracts) as TopicName[]).map(
  (name) => ({
    name,
    partitions: 12,
    retentionMs: SEVEN_DAYS_MS,
    maxMessageBytes,
    ...(erasing.has(name) ? { erases: true as const } : {}),
  }),
);

export const topicNames = Object.keys(eventContracts) as readonly TopicName[];

/** The topics whose messages erase what is known under their key. */
export const erasingTopics: ReadonlySet<string> = new Set(
  topicDeclarations.filter(({ erases }) => erases).map(({ name }) => name),
);
