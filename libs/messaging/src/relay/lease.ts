import type { DataSource } from 'typeorm';
import { endLease, takeLease } from './relay.sql.ts';

export interface LeaseOptions {
  readonly name: string;
  readonly owner: string;
  readonly ttlMs: number;
}

/**
 * The right to send the outbox, in one row of `leases`. It runs out by the database's clock, so that instances need not agree on the
 * time. Each new owner gets a higher fence; a leader shows its fence when it writes, so that one that was only asleep is refused.
 */
export class Lease {
  private heldFence: string | undefined;
  private renewAt = 0;

  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly options: LeaseOptions,
  ) {}

  /** The fence while this instance leads. */
  get fence(): string | undefined {
    return this.heldFence;
  }

  get name(): string {
    return this.options.name;
  }

  get owner(): string {
    return this.options.owner;
  }

  /** Takes the lease, or keeps it: true while this instance leads. Asks the database only in the second half of the term. */
  async hold(): Promise<boolean> {
    const now = performance.now();
    if (this.heldFence !== undefined && now < this.renewAt) return true;
    const { name, owner, ttlMs } = this.options;
    const rows: { fence: string }[] = await this.dataSource.query(takeLease, [name, owner, ttlMs]);
    this.heldFence = rows[0]?.fence;
    this.renewAt = now + ttlMs / 2;
    return this.heldFence !== undefined;
  }

  /** Lets another instance lead at once. */
  async release(): Promise<void> {
    if (this.heldFence === undefined) return;
    const { name, owner } = this.options;
    const fence = this.heldFence;
    this.heldFence = undefined;
    await this.dataSource.query(endLease, [name, owner, fence]);
  }
}
