import { decodeEnvelope, type RawRecord } from '../envelope/envelope.ts';
import type { ReadableMessage } from './consumer-context.ts';
import type { Arrival } from './inbox.ts';
import type { MessageHandlers } from './message-handlers.ts';

/** A record on its way to its handler. */
export interface Delivery {
  readonly record: RawRecord;
  readonly arrival: Arrival;
  readonly workspaceId: string | null;
  /** When its batch came, by `traceClock`; undefined while nobody collects traces. */
  readonly receivedAt?: number | undefined;
  /** The message, read and checked once. Throws UnreadableMessage. */
  readonly read: () => ReadableMessage;
}

export function deliveryOf(record: RawRecord, handlers: MessageHandlers, receivedAt?: number): Delivery {
  const { id, workspaceId } = decodeEnvelope(record);
  const { topic, partition, offset, key } = record;
  let message: ReadableMessage | undefined;
  return {
    record,
    arrival: { consumer: handlers.consumerOf(topic), id, key, topic, partition, offset },
    workspaceId,
    receivedAt,
    read: () => (message ??= handlers.read(record)),
  };
}
