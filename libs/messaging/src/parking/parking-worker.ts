import { OutageLog, type Logger } from '@ci/observability';
import type { DataSource, EntityManager } from 'typeorm';
import { lockKey, settle } from '../inbox/inbox.ts';
import type { MessageHandlers, RunTransaction } from '../handling/message-handlers.ts';
import { dispositionOf, failureOf } from '../failure.ts';
import { dueHeads, headOf, recordFailure, unpark, type ParkedMessage } from './parked-messages.ts';
import { nextAttemptAt } from './schedule.ts';

export interface ParkingWorkerOptions {
  /** The transport whose messages are parked: its service, handlers and transactions are used. */
  readonly transport: {
    readonly service: string;
    readonly handlers: MessageHandlers;
    readonly transaction: RunTransaction;
  };
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly now?: () => Date;
  /** How often it looks. Default 1 s. */
  readonly pollMs?: number;
}

type Turn = 'released' | 'failed' | 'not-due' | 'not-now';

/** How many keys one look takes up. */
const KEYS_PER_ROUND = 100;

/**
 * Tries parked messages again, in order per key, on the schedule. Works under the same lock per key as the consumer, so that a message
 * that arrives meanwhile either parks behind the last one or, after it, is handled at once.
 */
export class ParkingWorker {
  private readonly logger: Logger;
  private readonly outage: OutageLog;
  private readonly now: () => Date;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<unknown> = Promise.resolve();
  private running = false;

  constructor(private readonly options: ParkingWorkerOptions) {
    this.logger = options.logger.child({ component: 'parking' });
    this.outage = new OutageLog(this.logger, {
      begins: 'parked messages cannot be tried; trying again',
      ends: 'parked messages are tried again',
    });
    this.now = options.now ?? (() => new Date());
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.schedule();
  }

  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.round;
  }

  /** Tries every key that is due, and each one's followers, until one fails. Returns how many messages were released. */
  async runOnce(): Promise<number> {
    const heads = await dueHeads(this.options.dataSource.manager, this.now(), KEYS_PER_ROUND);
    let released = 0;
    for (const head of heads) {
      let turn: Turn;
      while ((turn = await this.tryHead(head)) === 'released') released += 1;
      // Whatever is away now is away for the other keys too.
      if (turn === 'not-now') break;
    }
    return released;
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.round = this.runOnce()
        .then(
          () => this.outage.worked(),
          (error: unknown) => this.outage.failed(error),
        )
        .finally(() => this.running && this.schedule());
    }, this.options.pollMs ?? 1_000);
  }

  private async tryHead(head: { rowId: string; key: string | null }): Promise<Turn> {
    const { service, transaction, handlers } = this.options.transport;
    let tried: ParkedMessage | undefined;
    try {
      return await transaction(async (tx) => {
        tried = undefined;
        await lockKey(tx, service, head.key);
        const parked = await headOf(tx, head, this.now());
        if (!parked?.isDue) return 'not-due';
        tried = parked;
        const outcome = await handlers.invoke(tx, parked.record);
        await this.release(tx, parked, outcome);
        return 'released';
      });
    } catch (error) {
      if (!tried) throw error;
      return await this.settleFailure(error, tried);
    }
  }

  private async settleFailure(error: unknown, parked: ParkedMessage): Promise<Turn> {
    const { service, transaction } = this.options.transport;
    const disposition = dispositionOf(error);
    if (disposition === 'retry') {
      this.logger.warn(
        { messageId: parked.messageId, err: error },
        'a parked message cannot be tried for now; retrying later',
      );
      return 'not-now';
    }
    return transaction(async (tx) => {
      const { rowId, record } = parked;
      await lockKey(tx, service, record.key);
      // The lock was let go with the failed attempt: another worker or an operator may have had the message since.
      const now = await headOf(tx, { rowId, key: record.key }, this.now());
      if (now?.rowId !== rowId || now.attempts !== parked.attempts) return 'not-due';
      if (disposition === 'ignore') {
        await this.release(tx, parked, 'ignored');
        return 'released';
      }
      const attempts = parked.attempts + 1;
      const next = nextAttemptAt(attempts, this.now());
      await recordFailure(tx, rowId, attempts, { ...failureOf(error), nextAttemptAt: next });
      this.logger.warn(
        { messageId: parked.messageId, key: record.key, attempts, next, err: error },
        'parked message failed again',
      );
      return 'failed';
    });
  }

  private async release(tx: EntityManager, parked: ParkedMessage, outcome: 'handled' | 'ignored'): Promise<void> {
    await unpark(tx, parked.rowId);
    const { topic, partition, offset, key } = parked.record;
    await settle(tx, { consumer: parked.consumer, id: parked.messageId, topic, partition, offset, key }, outcome);
  }
}
