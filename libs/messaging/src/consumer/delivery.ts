import { decodeEnvelope, type RawRecord } from '../envelope/envelope.ts';
import type { ReadableMessage } from '../handling/consumer-context.ts';
import type { Arrival } from '../inbox/inbox.ts';
import type { MessageHandlers } from '../handling/message-handlers.ts';

/** A record on its way to its handler. */
export interface Delivery {
  readonly record: RawRecord;
  readonly arrival: Arrival;
  readonly workspaceId: string | null;
  /** When its batch came, by `traceClock`; undefined while no traces are collected. */
  readonly receivedAt?: number | undefined;
  /** The message, read and checked once, also one that throws UnreadableMessage: no transaction waits for that. */
  readonly read: () => ReadableMessage;
}

export function deliveryOf(record: RawRecord, handlers: MessageHandlers, receivedAt?: number): Delivery {
  const envelope = decodeEnvelope(record);
  const { id, workspaceId } = envelope;
  const { topic, partition, offset, key } = record;
  return {
    record,
    arrival: { consumer: handlers.consumerOf(topic), id, key, topic, partition, offset },
    workspaceId,
    receivedAt,
    read: once(() => handlers.read(record, envelope)),
  };
}

/** Answers, or throws, what the first call did. */
function once<Value>(work: () => Value): () => Value {
  let again: (() => Value) | undefined;
  return () => {
    if (again) return again();
    try {
      const value = work();
      again = () => value;
      return value;
    } catch (error) {
      again = () => {
        throw error;
      };
      throw error;
    }
  };
}
