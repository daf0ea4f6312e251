import type { Logger } from '@ci/observability';
import { WakeablePause } from '../timing/wakeable-pause.ts';
import type { DataSource } from 'typeorm';
import { Lease } from './lease.ts';
import { isGone, oldestRows, parkRow, removeRows, type BatchLimits, type OutboxRow } from './outbox-rows.ts';
import { refusalOf } from './refusal.ts';
import type { KeptField } from './relay.sql.ts';

/** Resolves when the rows are acknowledged, all of them. */
export interface RowProducer {
  send(rows: readonly OutboxRow[]): Promise<unknown>;
}

export interface LeasedRelayOptions {
  readonly dataSource: DataSource;
  readonly producer: RowProducer;
  readonly lease: Lease;
  readonly logger: Logger;
  readonly limits: BatchLimits;
  readonly kept?: KeptField | undefined;
  readonly poll: { readonly minMs: number; readonly maxMs: number };
  /** How often an instance that does not lead asks whether it may. */
  readonly standbyMs: number;
  /** Called when the lead was taken, kept or not got. */
  readonly onTurn?: () => void;
}

/** Rows of so many characters may have been cut off by their bytes: there may be more without a wake-up. */
const MANY_CHARACTERS = 100_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Empties the outbox into Kafka while it holds the lease: read oldest first, send, delete after the acknowledgement, one send at a time. */
export class LeasedRelay {
  private readonly delay = new WakeablePause();
  private running: Promise<void> | undefined;
  private stopping = false;
  private pollMs: number;
  private failures = 0;
  private standby = false;

  constructor(private readonly options: LeasedRelayOptions) {
    this.pollMs = options.poll.minMs;
  }

  get leads(): boolean {
    return this.options.lease.fence !== undefined;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** There is something to send now. A broker that is away, or another leader, is not asked more often for it. */
  wake(): void {
    if (this.failures === 0 && !this.standby) this.delay.wake();
  }

  /** Sends what is there, then lets go of the lease. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.delay.wake();
    await this.running;
    this.running = undefined;
    this.stopping = false;
  }

  private async run(): Promise<void> {
    do {
      const pauseMs = await this.turn();
      if (!this.stopping) await this.delay.wait(pauseMs);
    } while (!this.stopping);
    // What was committed while the last turn ran is sent too, unless the broker is away.
    if (this.failures === 0) await this.turn();
    await this.options.lease.release().catch(() => undefined);
  }

  /** One turn; returns the pause until the next one. */
  private async turn(): Promise<number> {
    const { poll, standbyMs } = this.options;
    try {
      this.standby = !(await this.options.lease.hold());
      this.options.onTurn?.();
      if (this.standby) return standbyMs;
      const sent = await this.drain();
      if (this.failures > 0) this.options.logger.info('the outbox is being sent again');
      this.failures = 0;
      this.pollMs = sent > 0 ? poll.minMs : Math.min(this.pollMs * 2, poll.maxMs);
      return this.pollMs;
    } catch (error) {
      this.failures += 1;
      // Once per outage: the rows stay where they are and show the rest.
      if (this.failures === 1) this.options.logger.warn({ err: error }, 'the outbox cannot be sent; retrying');
      return Math.min(FIRST_RETRY_MS * 2 ** Math.min(this.failures, 10), LONGEST_RETRY_MS);
    }
  }

  /**
   * Sends until nothing is left. While rows are on their way, those before them are deleted and those after them are read, if there may be any:
   * after a few rows there are none until a writer stores some and wakes the relay.
   */
  private async drain(): Promise<number> {
    let sent = 0;
    let removal: Promise<void> = Promise.resolve();
    let before: readonly OutboxRow[] = [];
    let rows = await this.read([]);
    try {
      while (rows.length > 0 && (await this.options.lease.hold())) {
        const following = this.mayBeMore(rows) ? this.read([...before, ...rows]) : Promise.resolve([]);
        following.catch(() => undefined); // awaited below; until then its failure must not count as unhandled
        const accepted = await this.send(rows);
        sent += rows.length;
        await removal; // of the rows before; throws when another one leads
        removal = accepted ? this.remove(rows) : Promise.resolve();
        removal.catch(() => undefined);
        before = rows;
        if (!accepted) before = [];
        rows = accepted ? await following : await this.read([]);
        if (rows.length === 0 && this.delay.takeWakeUp()) rows = await this.read(before);
      }
    } finally {
      // The next read must not meet rows that are about to be deleted.
      await removal;
    }
    return sent;
  }

  private mayBeMore(rows: readonly OutboxRow[]): boolean {
    const characters = rows.reduce((sum, { payload }) => sum + payload.length, 0);
    return rows.length >= this.options.limits.rows || characters > MANY_CHARACTERS || this.delay.takeWakeUp();
  }

  private read(inFlight: readonly OutboxRow[]): Promise<OutboxRow[]> {
    const { dataSource, limits, kept } = this.options;
    this.delay.takeWakeUp();
    return oldestRows(
      dataSource,
      inFlight.map((row) => row.id),
      limits,
      kept,
    );
  }

  /**
   * True when the broker has them all; the caller deletes them. False when a row was refused for good: then all of them have been dealt
   * with here, and what was read after them may have to wait.
   */
  private async send(read: readonly OutboxRow[]): Promise<boolean> {
    const rows = read.filter((row) => !isGone(row));
    try {
      if (rows.length > 0) await this.options.producer.send(rows);
    } catch (error) {
      if (refusalOf(error) === undefined) throw error;
      await this.sendOneByOne(rows);
      return false;
    }
    return true;
  }

  /** A refusal names no row. Rows that had been accepted are sent twice here, which the consumers' inboxes skip. */
  private async sendOneByOne(rows: readonly OutboxRow[]): Promise<void> {
    const waitingKeys = new Set<string>();
    for (const row of rows) {
      if (waitingKeys.has(row.key)) continue;
      if (!(await this.options.lease.hold())) return;
      try {
        await this.options.producer.send([row]);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        waitingKeys.add(row.key);
        await this.park(row, refusal);
        continue;
      }
      await this.remove([row]);
    }
  }

  private async remove(rows: readonly OutboxRow[]): Promise<void> {
    const { dataSource, lease } = this.options;
    const ids = rows.map((row) => row.id);
    if (!(await removeRows(dataSource, lease, ids))) throw new Error('another relay took the lead');
  }

  private async park(row: OutboxRow, refusal: { readonly code: string; readonly message: string }): Promise<void> {
    const { dataSource, lease, logger } = this.options;
    if (!(await parkRow(dataSource, lease, row, refusal))) throw new Error('another relay took the lead');
    logger.error(
      { outboxId: row.id, topic: row.topic, key: row.key, refusal },
      'the broker rejects a message: it is parked, later messages of its key wait',
    );
  }
}
