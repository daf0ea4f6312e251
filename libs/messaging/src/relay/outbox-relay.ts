import { uuidv7 } from '@ci/ids';
import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';
import type { KafkaSettings } from '../kafka/kafka-settings.ts';
import { BrokerProducer } from './broker-producer.ts';
import { Lease } from './lease.ts';
import type { KeptField } from './relay.sql.ts';
import { LeasedRelay } from './leased-relay.ts';
import { WakeUps } from './wake-ups.ts';

export interface OutboxRelayOptions {
  readonly dataSource: DataSource;
  readonly kafka: KafkaSettings;
  readonly logger: Logger;
  /**
   * How long an instance that fell silent keeps the others waiting. Default 5 s. A send that outlasts it may be sent by two; each sends in
   * order from the first row on, so that the first arrivals are in order too, and the inboxes skip the rest.
   */
  readonly leaseMs?: number;
  /** The pause when nothing is there: doubled from min to max. Default 20 → 1,000 ms. */
  readonly poll?: { readonly minMs: number; readonly maxMs: number };
  /** What is read and sent at a time. Default 500 rows, 4 MB; a larger row goes alone. */
  readonly limits?: { readonly rows: number; readonly bytes: number };
  /** For messages with a `reference`: what they refer to. */
  readonly kept?: KeptField;
  /** How long stop() may take. Default 5 s. */
  readonly stopMs?: number;
}

/**
 * Brings the outbox to Kafka: at least once, in order per key. Of several instances one leads; rows are deleted only after
 * every in-sync replica has acknowledged them.
 */
export class OutboxRelay {
  private readonly producer: BrokerProducer;
  private readonly relay: LeasedRelay;
  private readonly wakeUps: WakeUps;

  constructor(private readonly options: OutboxRelayOptions) {
    const {
      dataSource,
      kafka,
      kept,
      leaseMs = 5_000,
      poll = { minMs: 20, maxMs: 1_000 },
      limits = { rows: 500, bytes: 4_000_000 },
    } = options;
    const logger = options.logger.child({ component: 'relay' });
    this.producer = new BrokerProducer(kafka, logger);
    this.wakeUps = new WakeUps(dataSource, logger, () => this.relay.wake());
    this.relay = new LeasedRelay({
      dataSource,
      producer: this.producer,
      lease: new Lease(dataSource, { name: 'outbox-0', owner: uuidv7(), ttlMs: leaseMs }),
      logger,
      limits,
      kept,
      poll,
      standbyMs: leaseMs / 4,
      onTurn: () => void this.wakeUps.listen(this.leads),
    });
  }

  /** Whether this instance is the one that sends. */
  get leads(): boolean {
    return this.relay.leads;
  }

  start(): void {
    this.relay.start();
  }

  /** Call it after the commit that stored messages: they go out at once instead of at the next poll, whichever instance leads. */
  wake(): void {
    this.relay.wake();
    if (!this.leads) this.wakeUps.tell();
  }

  /** Sends what is there and hands over the lead, in bounded time. What remains stays in the outbox. */
  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.stopMs ?? 5_000);
    });
    await Promise.race([this.relay.stop(), timeUp]);
    clearTimeout(timer);
    await Promise.all([this.producer.disconnect(), this.wakeUps.stop()]);
  }
}
