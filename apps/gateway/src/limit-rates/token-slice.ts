/** So many tokens a minute; a full bucket holds one minute's. */
export interface Budget {
  readonly name: string;
  readonly perMinute: number;
  /** Counted by each instance alone while the shared buckets are away. Default: not counted then. */
  readonly failsClosed?: boolean;
}

/** What became of one request, and what its answer says about the budget. */
export interface Taken {
  readonly allowed: boolean;
  /** Undefined while requests cannot be counted. */
  readonly remaining?: number;
  readonly fullInMs?: number;
  readonly retryAfterMs?: number;
}

/** What an instance has taken out of a shared bucket, to spend without asking. */
export interface Slice {
  /** Left to spend here. */
  readonly tokens: number;
  /** Left in the bucket when the slice was taken. */
  readonly inBucket: number;
  readonly takenAtMs: number;
}

export type Spending =
  | { readonly kind: 'allowed'; readonly slice: Slice }
  | { readonly kind: 'refused'; readonly retryAfterMs: number }
  /** A new slice is needed; what is left of the old one goes back. */
  | { readonly kind: 'exhausted'; readonly giveBack: number };

/** A slice is spent within this time, then the rest goes back: another instance may need it. */
export const SLICE_MS = 1_000;

/** A tenth of the budget, so that all instances together are never further off than that. */
export function sliceSize({ perMinute }: Budget): number {
  return Math.max(1, Math.round(perMinute / 10));
}

/** Spends one token of a slice. */
export function spend(slice: Slice | undefined, budget: Budget, nowMs: number): Spending {
  if (slice === undefined) return { kind: 'exhausted', giveBack: 0 };
  if (nowMs - slice.takenAtMs >= SLICE_MS) return { kind: 'exhausted', giveBack: slice.tokens };
  if (slice.tokens >= 1) return { kind: 'allowed', slice: { ...slice, tokens: slice.tokens - 1 } };
  // The bucket was empty: it has its next token at a time that is known, and an earlier request gets none.
  const nextTokenMs = slice.takenAtMs + Math.max(0, 1 - slice.inBucket) / tokensPerMs(budget);
  if (nowMs < nextTokenMs) return { kind: 'refused', retryAfterMs: nextTokenMs - nowMs };
  return { kind: 'exhausted', giveBack: slice.tokens };
}

/** What RateLimit says: whole tokens left, as far as this instance knows, and the time until the bucket is full. */
export function standing(slice: Slice, budget: Budget, nowMs: number): { remaining: number; fullInMs: number } {
  const refilled = (nowMs - slice.takenAtMs) * tokensPerMs(budget);
  const left = Math.min(budget.perMinute, slice.tokens + slice.inBucket + refilled);
  return { remaining: Math.floor(left), fullInMs: (budget.perMinute - left) / tokensPerMs(budget) };
}

const tokensPerMs = ({ perMinute }: Budget): number => perMinute / 60_000;
