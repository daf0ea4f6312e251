import { decodeEnvelope, type RawRecord } from '../envelope/envelope.ts';
import type { Arrival } from './inbox.ts';
import type { MessageHandlers, ReadableMessage } from './message-handlers.ts';

/** A record on its way to its handler. */
export interface Delivery {
  readonly record: RawRecord;
  readonly arrival: Arrival;
  readonly workspaceId: string | null;
  /** The message, read and checked once. Throws UnreadableMessage. */
  readonly read: () => ReadableMessage;
}

export function deliveryOf(record: RawRecord, handlers: MessageHandlers): Delivery {
  const { id, workspaceId } = decodeEnvelope(record);
  const { topic, partition, offset, key } = record;
  let message: ReadableMessage | undefined;
  return {
    record,
    arrival: { consumer: handlers.consumerOf(topic), id, key, topic, partition, offset },
    workspaceId,
    read: () => (message ??= handlers.read(record)),
  };
}
