import type { EntityManager } from 'typeorm';
import type { ReceivedMessage } from '../envelope/envelope.ts';

/** What a handler gets beside the data, by `@Ctx()`. */
export interface ConsumerContext {
  /** The message's transaction: inbox row, effect and what is published commit together. Everything that is stored goes through it. */
  readonly tx: EntityManager;
  readonly message: ReceivedMessage;
  /** Notes that the message was of no concern. What was stored through `tx` stays. */
  ignore(): void;
}
