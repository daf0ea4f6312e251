import type { EntityManager } from 'typeorm';
import type { ReceivedMessage } from '../envelope/envelope.ts';

/** A message that was checked against its contract. */
export interface ReadableMessage {
  readonly message: ReceivedMessage;
  readonly data: unknown;
}

/**
 * What a handler gets beside the list of data, by `@Ctx()`. One that throws is called again with each message alone, so it need not report
 * which of them was to blame, and what it threw the first time counts for nothing.
 */
export interface BatchContext {
  /** The transaction of all these messages: inbox rows, effects and what is published commit together. Everything that is stored goes through it. */
  readonly tx: EntityManager;
  /** In the order of their partition, one for each item of the data. */
  readonly messages: readonly ReceivedMessage[];
  /** Notes that a message was of no concern. What was stored through `tx` stays. */
  readonly ignore: (message: ReceivedMessage) => void;
}
