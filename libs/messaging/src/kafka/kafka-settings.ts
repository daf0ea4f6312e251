/** How to reach Kafka. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  readonly clientId?: string;
  /** Put before every topic name on the wire, so that several copies of the system can share a cluster. */
  readonly topicPrefix?: string;
}

/** The name on the wire. */
export function wireTopic(settings: KafkaSettings, topic: string): string {
  return `${settings.topicPrefix ?? ''}${topic}`;
}

/** The name that the rest of the system knows. */
export function logicalTopic(settings: KafkaSettings, wireName: string): string {
  return wireName.slice((settings.topicPrefix ?? '').length);
}
