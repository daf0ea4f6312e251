import type { EntityManager } from 'typeorm';
import { decodeEnvelope, type RawRecord } from '../envelope/envelope.ts';
import { dispositionOf, failureOf } from '../failure.ts';
import { parkMessage } from '../parking/parked-messages.ts';
import { nextAttemptAt } from '../parking/schedule.ts';
import { arrive, lockKey, settle, type Arrival } from './inbox.ts';
import type { MessageHandlers } from './message-handlers.ts';
import type { SystemicFailure } from './systemic-failure.ts';
import type { RunTransaction } from './transaction.ts';

export type Outcome = 'handled' | 'ignored' | 'parked' | 'duplicate';

/** The message can't be dealt with now, not even parked. It must come again before its successors. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

export interface MessageProcessorOptions {
  readonly service: string;
  readonly handlers: MessageHandlers;
  readonly transaction: RunTransaction;
  readonly systemic: SystemicFailure;
  readonly now: () => Date;
}

/** Deals with one message, once, in one transaction. */
export class MessageProcessor {
  constructor(private readonly options: MessageProcessorOptions) {}

  /** Returns when the message is dealt with for good, so that its offset may move on; else throws NotNow. */
  async process(record: RawRecord): Promise<Outcome> {
    const { id, workspaceId } = decodeEnvelope(record);
    const { topic, partition, offset, key } = record;
    const arrival = { consumer: this.options.handlers.consumerOf(topic), id, key, topic, partition, offset };
    try {
      const outcome = await this.options.transaction((tx) => this.handleOnce(tx, arrival, workspaceId, record));
      this.options.systemic.succeeded(key ?? id);
      return outcome;
    } catch (error) {
      return await this.settleFailure(error, arrival, workspaceId, record);
    }
  }

  private async handleOnce(
    tx: EntityManager,
    arrival: Arrival,
    workspaceId: string | null,
    record: RawRecord,
  ): Promise<Outcome> {
    await lockKey(tx, this.options.service, arrival.key);
    const { fresh, blocked } = await arrive(tx, arrival);
    if (!fresh) return 'duplicate';
    if (blocked) {
      await parkMessage(tx, { arrival, workspaceId, record });
      await settle(tx, arrival, 'parked');
      return 'parked';
    }
    const outcome = await this.options.handlers.invoke(tx, record);
    if (outcome !== 'handled') await settle(tx, arrival, outcome);
    return outcome;
  }

  /** The handler's transaction is undone by now; what is noted here is noted in another one. */
  private async settleFailure(
    error: unknown,
    arrival: Arrival,
    workspaceId: string | null,
    record: RawRecord,
  ): Promise<Outcome> {
    const { service, systemic, transaction, now } = this.options;
    const disposition = dispositionOf(error);
    if (disposition === 'retry') throw new NotNow('a transient fault', { cause: error });
    if (disposition === 'park' && systemic.failed(arrival.key ?? arrival.id)) {
      throw new NotNow('too many keys fail at once', { cause: error });
    }
    try {
      return await transaction(async (tx) => {
        await lockKey(tx, service, arrival.key);
        const { fresh } = await arrive(tx, arrival);
        if (!fresh) return 'duplicate';
        const outcome = disposition === 'park' ? 'parked' : 'ignored';
        await settle(tx, arrival, outcome);
        if (outcome === 'parked') {
          const failure = { ...failureOf(error), nextAttemptAt: nextAttemptAt(1, now()) };
          await parkMessage(tx, { arrival, workspaceId, record, failure });
        }
        return outcome;
      });
    } catch (cause) {
      throw new NotNow('the failure could not be noted', { cause });
    }
  }
}
