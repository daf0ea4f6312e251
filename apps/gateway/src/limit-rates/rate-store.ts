import type { DataSource } from 'typeorm';
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

  /** A bucket that nobody used for longer than a minute is full, which is what an absent one is. */
  async prune(): Promise<void> {
    await this.dataSource.query(`DELETE FROM rate_budgets WHERE refilled_at < now() - interval '5 minutes'`);
  }
}

// One statement: the row is locked before the new values are computed, so two instances never take the same token. now() is when the
// statement began; one that waited for the lock may have begun before the other one's, and then fills nothing in.
const withdraw = `
  INSERT INTO rate_budgets AS b (bucket, tokens, granted, refilled_at)
  VALUES ($1, $2::float8 - least($3::float8, $2::float8), least($3::float8, $2::float8), now())
  ON CONFLICT (bucket) DO UPDATE SET (tokens, granted, refilled_at) = (
    SELECT available - least($3::float8, floor(available)), least($3::float8, floor(available)), greatest(b.refilled_at, now())
      FROM (SELECT least($2::float8,
                         b.tokens + $5::float8 + greatest(0, extract(epoch FROM now() - b.refilled_at))::float8 * $4::float8) AS available)
           AS filled
  )
  RETURNING tokens, granted`;

const giveBack = `
  UPDATE rate_budgets b SET tokens = least(back.capacity, b.tokens + back.tokens)
    FROM unnest($1::text[], $2::float8[], $3::float8[]) AS back (bucket, tokens, capacity) WHERE b.bucket = back.bucket`;
