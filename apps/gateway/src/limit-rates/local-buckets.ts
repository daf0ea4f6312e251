import type { Budget, Taken } from './token-slice.ts';

/** More than this are refused rather than remembered. */
const MAX_BUCKETS = 100_000;

/** The buckets of this instance alone, for what must be counted while the shared ones are away. */
export class LocalBuckets {
  readonly #buckets = new Map<string, { readonly tokens: number; readonly atMs: number; readonly budget: Budget }>();

  take(bucket: string, budget: Budget, nowMs: number, onlyIfFull: boolean): Taken {
    const tokens = this.#tokensIn(bucket, budget, nowMs);
    if (!this.#buckets.has(bucket) && this.#buckets.size >= MAX_BUCKETS) return refused(0, budget);
    if (tokens < (onlyIfFull ? budget.perMinute : 1)) return refused(tokens, budget);
    this.#buckets.set(bucket, { tokens: tokens - 1, atMs: nowMs, budget });
    return { allowed: true, ...standing(tokens - 1, budget) };
  }

  /** A full bucket is what an absent one is. */
  prune(nowMs: number): void {
    for (const [bucket, { budget }] of this.#buckets)
      if (this.#tokensIn(bucket, budget, nowMs) >= budget.perMinute) this.#buckets.delete(bucket);
  }

  #tokensIn(bucket: string, { perMinute }: Budget, nowMs: number): number {
    const known = this.#buckets.get(bucket);
    if (known === undefined) return perMinute;
    return Math.min(perMinute, known.tokens + ((nowMs - known.atMs) * perMinute) / 60_000);
  }
}

function refused(tokens: number, budget: Budget): Taken {
  return {
    allowed: false,
    ...standing(tokens, budget),
    retryAfterMs: (Math.max(0, 1 - tokens) * 60_000) / budget.perMinute,
  };
}

function standing(tokens: number, { perMinute }: Budget) {
  return { remaining: Math.floor(tokens), fullInMs: ((perMinute - tokens) * 60_000) / perMinute };
}
