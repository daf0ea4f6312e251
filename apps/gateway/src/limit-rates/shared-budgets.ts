import type { Logger } from '@ci/observability';
import { withinTime } from './within-time.ts';
import type { BudgetMetrics } from './budget-metrics.ts';
import { LocalBuckets } from './local-buckets.ts';
import type { GiveBack, RateStore } from './rate-store.ts';
import { SLICE_MS, sliceSize, spend, standing, type Budget, type Slice, type Taken } from './token-slice.ts';

interface Account {
  readonly budget: Budget;
  slice: Slice | undefined;
  /** The withdrawal in progress: requests that arrive meanwhile wait for it. */
  withdrawal: Promise<void> | undefined;
}

const STORE_TIMEOUT_MS = 500;
const SWEEP_MS = 500;
const PRUNE_MS = 60_000;
/** How long everything is allowed after the store did not answer, before it is asked again. */
const UNCOUNTED_MS = 1_000;

/**
 * Budgets that several instances spend together. Each takes slices out of the shared buckets and spends them locally, so that most
 * requests need no query. Counting fails open: while the store is away everything is allowed, but for budgets that fail closed: those each instance
 * counts alone.
 */
export class SharedBudgets {
  readonly #accounts = new Map<string, Account>();
  readonly #local = new LocalBuckets();
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
  take(bucket: string, budget: Budget): Promise<Taken> {
    return this.#take(bucket, budget, false);
  }

  /** Spends one token of a bucket from which nothing is missing, as far as this instance knows; none of any other. */
  takeIfFull(bucket: string, budget: Budget): Promise<Taken> {
    return this.#take(bucket, budget, true);
  }

  async #take(bucket: string, budget: Budget, onlyIfFull: boolean): Promise<Taken> {
    for (;;) {
      const nowMs = this.nowMs();
      if (nowMs < this.#uncountedUntilMs) {
        if (budget.failsClosed) return this.#local.take(bucket, budget, nowMs, onlyIfFull);
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
      if (onlyIfFull && account.slice !== undefined) {
        const before = standing(account.slice, budget, nowMs);
        if (before.remaining < budget.perMinute) return { allowed: false, ...before };
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
      const { granted, inBucket } = await withinTime(
        asked,
        STORE_TIMEOUT_MS,
        () => new Error('the store of the rate limits did not answer in time'),
      );
      account.slice = { tokens: granted, inBucket, takenAtMs: this.nowMs() };
      if (this.#away) this.logger.info('shared rate limits are available again');
      this.#away = false;
    } catch (error) {
      if (!this.#away) {
        this.logger.warn(
          { err: error },
          'shared rate limits are unavailable: requests are not limited, sign-in attempts are limited by this instance alone',
        );
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
    this.#local.prune(nowMs);
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
