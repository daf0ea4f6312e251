import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@ci/platform';
import type { BudgetMetrics } from './budget-metrics.ts';
import type { GiveBack, RateStore } from './rate-store.ts';
import { SLICE_MS, sliceSize, spend, standing, type Budget, type Slice } from './token-slice.ts';

/** What became of one request, and what its answer says about the budget. */
export interface Taken {
  readonly allowed: boolean;
  /** Undefined while nobody can count. */
  readonly remaining?: number;
  readonly fullInMs?: number;
  readonly retryAfterMs?: number;
}

interface Account {
  readonly budget: Budget;
  slice: Slice | undefined;
  /** The withdrawal under way: whoever comes meanwhile waits for it. */
  withdrawal: Promise<void> | undefined;
}

const STORE_TIMEOUT_MS = 500;
const SWEEP_MS = 500;
const PRUNE_MS = 60_000;
/** How long everything is allowed after the store did not answer, before it is asked again. */
const UNCOUNTED_MS = 1_000;

/**
 * Budgets that several instances spend together. Each takes slices out of the shared buckets and spends them by itself, so that most
 * requests ask nobody. Counting fails open: while the store is away everything is allowed.
 */
export class SharedBudgets {
  readonly #accounts = new Map<string, Account>();
  #uncountedUntilMs = -Infinity;
  #away = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly store: RateStore,
    private readonly logger: Logger,
    private readonly metrics: BudgetMetrics,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  start(): void {
    this.#timers = [
      setInterval(() => void this.#sweep(), SWEEP_MS).unref(),
      setInterval(() => void this.store.prune().catch(() => undefined), PRUNE_MS).unref(),
    ];
  }

  /** Gives back what is left. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#giveBack([...this.#accounts.keys()]);
  }

  /** Spends one token of the bucket. */
  async take(bucket: string, budget: Budget): Promise<Taken> {
    for (;;) {
      const nowMs = this.nowMs();
      if (nowMs < this.#uncountedUntilMs) {
        this.metrics.uncounted.inc();
        return { allowed: true };
      }
      const account = this.#accountOf(bucket, budget);
      if (account.withdrawal !== undefined) {
        await account.withdrawal;
        continue;
      }
      const spending = spend(account.slice, budget, nowMs);
      if (spending.kind === 'exhausted') {
        account.withdrawal = this.#withdraw(bucket, account, spending.giveBack);
        await account.withdrawal;
        continue;
      }
      if (spending.kind === 'allowed') account.slice = spending.slice;
      const standingNow = account.slice === undefined ? {} : standing(account.slice, budget, nowMs);
      if (spending.kind === 'allowed') return { allowed: true, ...standingNow };
      return { allowed: false, ...standingNow, remaining: 0, retryAfterMs: spending.retryAfterMs };
    }
  }

  #accountOf(bucket: string, budget: Budget): Account {
    const known = this.#accounts.get(bucket);
    if (known !== undefined) return known;
    const account: Account = { budget, slice: undefined, withdrawal: undefined };
    this.#accounts.set(bucket, account);
    return account;
  }

  async #withdraw(bucket: string, account: Account, giveBack: number): Promise<void> {
    account.slice = undefined;
    try {
      const asked = this.store.withdraw(bucket, account.budget, giveBack, sliceSize(account.budget));
      const { granted, inBucket } = await withinTime(asked);
      account.slice = { tokens: granted, inBucket, takenAtMs: this.nowMs() };
      if (this.#away) this.logger.info('requests are counted again');
      this.#away = false;
    } catch (error) {
      if (!this.#away) {
        this.logger.warn({ err: error }, 'requests cannot be counted: all are allowed');
        this.metrics.outages.inc();
      }
      this.#away = true;
      this.#uncountedUntilMs = this.nowMs() + UNCOUNTED_MS;
    } finally {
      account.withdrawal = undefined;
    }
  }

  async #sweep(): Promise<void> {
    const nowMs = this.nowMs();
    const over = [...this.#accounts]
      .filter(([, { slice, withdrawal }]) => !withdrawal && nowMs - (slice?.takenAtMs ?? -Infinity) >= SLICE_MS)
      .map(([bucket]) => bucket);
    await this.#giveBack(over);
  }

  async #giveBack(buckets: readonly string[]): Promise<void> {
    const slices: GiveBack[] = [];
    for (const bucket of buckets) {
      const account = this.#accounts.get(bucket);
      this.#accounts.delete(bucket);
      const tokens = account?.slice?.tokens ?? 0;
      if (account !== undefined && tokens > 0) slices.push({ bucket, tokens, budget: account.budget });
    }
    // What could not be given back is lost: at most a slice, for a minute.
    await this.store.giveBack(slices).catch(() => undefined);
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const tooLate = delay(STORE_TIMEOUT_MS, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error('the store of the rate limits did not answer in time');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    limit.abort();
  }
}
