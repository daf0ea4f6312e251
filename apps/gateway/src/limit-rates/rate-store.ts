import type { DataSource } from 'typeorm';
import { giveBack, withdraw } from './rate-budgets.sql.ts';
import type { Budget } from './token-slice.ts';

export interface Withdrawal {
  readonly granted: number;
  readonly inBucket: number;
}

export interface GiveBack {
  readonly bucket: string;
  readonly tokens: number;
  readonly budget: Budget;
}

/** The buckets that all instances share, filled by the database's clock. */
export class RateStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Puts back what is left of the last slice, and takes up to `wanted` tokens. */
  async withdraw(bucket: string, budget: Budget, giveBack: number, wanted: number): Promise<Withdrawal> {
    const [row] = await this.dataSource.query<{ granted: number; tokens: number }[]>(withdraw, [
      bucket,
      budget.perMinute,
      wanted,
      budget.perMinute / 60,
      giveBack,
    ]);
    return { granted: row?.granted ?? 0, inBucket: row?.tokens ?? 0 };
  }

  async giveBack(slices: readonly GiveBack[]): Promise<void> {
    if (slices.length === 0) return;
    await this.dataSource.query(giveBack, [
      slices.map(({ bucket }) => bucket),
      slices.map(({ tokens }) => tokens),
      slices.map(({ budget }) => budget.perMinute),
    ]);
  }

  /** A bucket that was not used for longer than a minute is full, as an absent one is. */
  async prune(): Promise<void> {
    await this.dataSource.query(`DELETE FROM rate_budgets WHERE refilled_at < now() - interval '5 minutes'`);
  }
}
