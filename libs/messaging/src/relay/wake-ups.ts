import type { Logger } from '@ci/observability';
import type { DataSource, QueryRunner } from 'typeorm';

/** The least time between two notifications of an instance. One inside each writing transaction cost most of the throughput. */
const INTERVAL_MS = 5;
/** Below so many connections the work itself needs each of them; the poll has to do. */
const SMALLEST_POOL = 3;

/**
 * Lets an instance that has stored messages wake the relay of the one that leads: NOTIFY after the commit, and many commits make one.
 * Only a hint: what it does not reach is found by the next poll.
 */
export class WakeUps {
  private listener: QueryRunner | undefined;
  private changing = false;
  private nextAt = 0;
  private later: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: Logger,
    private readonly onWake: () => void,
  ) {}

  /** Another instance leads, and there is something to send. */
  tell(): void {
    if (this.later !== undefined) return;
    const waitMs = this.nextAt - performance.now();
    if (waitMs <= 0) this.notify();
    else {
      this.later = setTimeout(() => {
        this.later = undefined;
        this.notify();
      }, waitMs);
    }
  }

  /** Listens while `wanted`, on a connection of the pool. Called again and again, so that a lost connection is replaced. */
  async listen(wanted: boolean): Promise<void> {
    if (this.changing || wanted === this.listens || (wanted && this.poolSize < SMALLEST_POOL)) return;
    this.changing = true;
    try {
      await (wanted ? this.open() : this.close());
    } catch (error) {
      this.logger.debug({ err: error }, 'the relay is not woken by other instances');
    } finally {
      this.changing = false;
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.later);
    this.later = undefined;
    await this.close().catch(() => undefined);
  }

  private get listens(): boolean {
    return this.listener !== undefined && !this.listener.isReleased;
  }

  private get poolSize(): number {
    return this.dataSource.options.type === 'postgres' ? (this.dataSource.options.poolSize ?? 10) : 0;
  }

  private notify(): void {
    this.nextAt = performance.now() + INTERVAL_MS;
    this.dataSource.query(`SELECT pg_notify('outbox ' || current_schema(), '')`).catch(() => undefined);
  }

  private async open(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as NotifiedClient;
      const [{ channel }] = (await runner.query(`SELECT quote_ident('outbox ' || current_schema()) AS channel`)) as [
        { channel: string },
      ];
      client.on('notification', this.onWake);
      await runner.query(`LISTEN ${channel}`);
      this.listener = runner;
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  /** The connection goes back to the pool deaf, or, if that fails, not at all. */
  private async close(): Promise<void> {
    const runner = this.listener;
    this.listener = undefined;
    if (runner === undefined || runner.isReleased) return;
    try {
      const client = (await runner.connect()) as NotifiedClient;
      client.off('notification', this.onWake);
      await runner.query('UNLISTEN *');
    } finally {
      await runner.release();
    }
  }
}

/** What of pg's client is needed here. */
interface NotifiedClient {
  on(event: 'notification', listener: () => void): unknown;
  off(event: 'notification', listener: () => void): unknown;
}
