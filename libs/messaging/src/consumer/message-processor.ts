import { leaveToCommit } from '@ci/database';
import type { EntityManager } from 'typeorm';
import { dropParkedMessages } from '../erasing/erase-messages.ts';
import { dispositionOf, failureOf } from '../failure.ts';
import { parkMessages } from '../parking/parked-messages.ts';
import { nextAttemptAt } from '../parking/schedule.ts';
import type { ReadableMessage } from '../handling/consumer-context.ts';
import { lockAndLookUp, note, type Arrival, type InboxOutcome } from '../inbox/inbox.ts';
import type { MessageHandlers, RunTransaction } from '../handling/message-handlers.ts';
import { traceMessages, type TracedMessages } from '../handling/trace-messages.ts';
import type { Delivery } from './delivery.ts';
import type { SystemicFailure } from './systemic-failure.ts';

export type Outcome = 'handled' | 'ignored' | 'parked' | 'duplicate';

/** Called for each message that is processed. */
export type OnProcessed = (topic: string, outcome: Outcome) => void;

/** The message can't be processed now, not even parked. It must come again before its successors. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
}

/** Nothing of a group was stored: its messages are to be processed one at a time. */
export class BatchFailed extends Error {
  override readonly name = 'BatchFailed';
}

export interface MessageProcessorOptions {
  readonly service: string;
  readonly handlers: MessageHandlers;
  readonly transaction: RunTransaction;
  readonly systemic: SystemicFailure;
  /** Topics whose messages erase what is known under their key, parked messages included. */
  readonly erasingTopics: ReadonlySet<string>;
  readonly now: () => Date;
}

/** So often a group meets a concurrent writer before its messages go on alone: the fewer streams, the sooner one gets through. */
const GROUP_ATTEMPTS = 3;

/** Deals with messages, each once: one in its transaction, or neighbours of one partition in a common one. */
export class MessageProcessor {
  constructor(private readonly options: MessageProcessorOptions) {}

  /** Returns when the message is processed for good, so that its offset may move on; else throws RetryLater. */
  async process(delivery: Delivery): Promise<Outcome> {
    try {
      const [outcome = 'handled'] = await this.handleInTransaction([delivery]);
      this.noteSuccess([delivery], [outcome]);
      return outcome;
    } catch (error) {
      return await this.settleFailure(error, delivery);
    }
  }

  /** All of them or, with BatchFailed, none. They are of one partition, in order. */
  async processTogether(deliveries: readonly Delivery[]): Promise<Outcome[]> {
    let attempts = 0;
    try {
      const outcomes = await this.handleInTransaction(deliveries, () => {
        if (++attempts > GROUP_ATTEMPTS) throw new BatchFailed('other writers came first');
      });
      this.noteSuccess(deliveries, outcomes);
      return outcomes;
    } catch (cause) {
      throw cause instanceof BatchFailed ? cause : new BatchFailed('one of the messages fails', { cause });
    }
  }

  /** The span of a message lasts from its arrival to the commit. */
  private async handleInTransaction(
    deliveries: readonly Delivery[],
    beforeEachAttempt: () => void = () => undefined,
  ): Promise<Outcome[]> {
    let traced: TracedMessages | undefined;
    let failed = true;
    try {
      const outcomes = await this.options.transaction((tx) => {
        beforeEachAttempt();
        traced?.end({ failed });
        traced = undefined;
        return this.handle(tx, deliveries, (messages) => {
          traced = traceMessages(messages, deliveries[0]?.receivedAt);
          return traced.messages;
        });
      });
      failed = false;
      return outcomes;
    } finally {
      traced?.end({ failed });
    }
  }

  private async handle(
    tx: EntityManager,
    deliveries: readonly Delivery[],
    trace: (messages: readonly ReadableMessage[]) => readonly ReadableMessage[],
  ): Promise<Outcome[]> {
    const { service, handlers, erasingTopics } = this.options;
    const arrivals = deliveries.map(({ arrival }) => arrival);
    const [first] = arrivals;
    if (!first) return [];
    const { seen, blocked } = await lockAndLookUp(tx, service, arrivals);

    const erases = erasingTopics.has(first.topic);
    const expected = expectedOutcomes(deliveries, seen, erases ? new Set() : blocked);
    const having = (outcome: Outcome) => deliveries.filter((_, index) => expected[index] === outcome);
    await parkMessages(tx, having('parked'));
    const toHandle = having('handled');
    const messages = trace(toHandle.map((delivery) => delivery.read()));
    const handled = (await handlers.invokeAll(tx, messages)).values();
    const outcomes = expected.map((one) => (one === 'handled' ? (handled.next().value ?? one) : one));

    if (erases) await dropParked(tx, toHandle, blocked);
    leaveToCommit(tx, note(tx, newOnes(arrivals, outcomes)));
    return outcomes;
  }

  private noteSuccess(deliveries: readonly Delivery[], outcomes: readonly Outcome[]): void {
    for (const [index, { arrival }] of deliveries.entries()) {
      // One that only waits behind its failed predecessor says nothing about its key.
      if (outcomes[index] !== 'parked') this.options.systemic.succeeded(arrival.key ?? arrival.id);
    }
  }

  /** The handler's transaction is undone by now; what is noted here is noted in another one. */
  private async settleFailure(error: unknown, delivery: Delivery): Promise<Outcome> {
    const { service, systemic, transaction, now } = this.options;
    const { arrival, workspaceId, record } = delivery;
    const disposition = dispositionOf(error);
    if (disposition === 'retry') throw new RetryLater('a transient fault', { cause: error });
    if (disposition === 'park' && systemic.failed(arrival.key ?? arrival.id)) {
      throw new RetryLater('too many keys fail at once', { cause: error });
    }
    try {
      return await transaction(async (tx) => {
        const { seen } = await lockAndLookUp(tx, service, [arrival]);
        if (seen.has(arrival.id)) return 'duplicate';
        const outcome = disposition === 'park' ? 'parked' : 'ignored';
        await note(tx, [{ arrival, outcome }]);
        if (outcome === 'parked') {
          const failure = { ...failureOf(error), nextAttemptAt: nextAttemptAt(1, now()) };
          await parkMessages(tx, [{ arrival, workspaceId, record, failure }]);
        }
        return outcome;
      });
    } catch (cause) {
      throw new RetryLater('the failure could not be noted', { cause });
    }
  }
}

/** Who was here before, also earlier in this list, who waits behind a parked message, and who is to be handled. */
function expectedOutcomes(
  deliveries: readonly Delivery[],
  seen: ReadonlySet<string>,
  blocked: ReadonlySet<string>,
): Outcome[] {
  const known = new Set(seen);
  return deliveries.map(({ arrival: { id, key } }) => {
    if (known.has(id)) return 'duplicate';
    known.add(id);
    return key !== null && blocked.has(key) ? 'parked' : 'handled';
  });
}

function newOnes(
  arrivals: readonly Arrival[],
  outcomes: readonly Outcome[],
): { arrival: Arrival; outcome: InboxOutcome }[] {
  return arrivals.flatMap((arrival, index) => {
    const outcome = outcomes[index] ?? 'duplicate';
    return outcome === 'duplicate' ? [] : [{ arrival, outcome }];
  });
}

async function dropParked(
  tx: EntityManager,
  handled: readonly Delivery[],
  blocked: ReadonlySet<string>,
): Promise<void> {
  const keys = handled.flatMap(({ arrival: { key } }) => (key !== null && blocked.has(key) ? [key] : []));
  if (keys.length > 0) await dropParkedMessages(tx, keys);
}
