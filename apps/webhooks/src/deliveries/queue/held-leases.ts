import { uuidv7 } from '@ci/ids';
import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { releaseLeases } from './delivery-leases.ts';

/** What is stored with a delivery that this instance holds. */
export interface Lease {
  readonly lease: string;
  readonly leasedUntil: Date;
}

export interface HeldLeasesOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly leaseMs: number;
}

/** The deliveries that this instance has leased, until the results of their attempts are stored. */
export class HeldLeases {
  readonly #held = new Set<string>();
  /** One per process: a delivery that is claimed again after a jump of the clock is recognized, and not attempted twice. */
  readonly #lease = uuidv7();

  constructor(private readonly options: HeldLeasesOptions) {}

  get size(): number {
    return this.#held.size;
  }

  lease(now: Date): Lease {
    return { lease: this.#lease, leasedUntil: new Date(now.getTime() + this.options.leaseMs) };
  }

  has(deliveryId: string): boolean {
    return this.#held.has(deliveryId);
  }

  add(deliveryId: string): void {
    this.#held.add(deliveryId);
  }

  delete(deliveryId: string): void {
    this.#held.delete(deliveryId);
  }

  /** Any instance may claim them at once. While the database is unavailable they stay leased until they expire. */
  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const { dataSource, logger } = this.options;
    const ids = deliveries.map(({ id }) => id);
    try {
      await releaseLeases(dataSource, this.#lease, ids);
    } catch (error) {
      logger.debug({ err: error }, 'leases could not be released; they will expire');
    }
    for (const id of ids) this.#held.delete(id);
  }
}
