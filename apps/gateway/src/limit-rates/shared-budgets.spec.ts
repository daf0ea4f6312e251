import { createLogger } from '@ci/observability/logger';
import { Metrics } from '@ci/observability/metrics';
import { BudgetMetrics } from './budget-metrics.ts';
import type { GiveBack, RateStore, Withdrawal } from './rate-store.ts';
import { SharedBudgets } from './shared-budgets.ts';
import type { Budget } from './token-slice.ts';

const budget: Budget = { name: 'requests', perMinute: 60 };

/** Buckets in memory, filled by the test's clock; counts how often it is asked. */
class StoreInMemory {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();
  asked = 0;
  away = false;

  constructor(private readonly nowMs: () => number) {}

  async withdraw(bucket: string, { perMinute }: Budget, giveBack: number, wanted: number): Promise<Withdrawal> {
    this.asked += 1;
    if (this.away) throw new Error('away');
    const nowMs = this.nowMs();
    const before = this.#buckets.get(bucket) ?? { tokens: perMinute, atMs: nowMs };
    const tokens = Math.min(perMinute, before.tokens + giveBack + ((nowMs - before.atMs) * perMinute) / 60_000);
    const granted = Math.min(wanted, Math.floor(tokens));
    this.#buckets.set(bucket, { tokens: tokens - granted, atMs: nowMs });
    return { granted, inBucket: tokens - granted };
  }

  async giveBack(slices: readonly GiveBack[]): Promise<void> {
    for (const { bucket, tokens } of slices) {
      const kept = this.#buckets.get(bucket);
      if (kept) kept.tokens += tokens;
    }
  }

  async prune(): Promise<void> {
    await Promise.resolve();
  }
}

function world() {
  const clock = { nowMs: 0 };
  const store = new StoreInMemory(() => clock.nowMs);
  const lines: string[] = [];
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  const logger = createLogger({ service: 'gateway', level: 'info' }, { write });
  const metrics = new BudgetMetrics(new Metrics('gateway'));
  const instance = () => new SharedBudgets(store as unknown as RateStore, logger, metrics, () => clock.nowMs);
  return { clock, store, instance, lines, metrics };
}

async function allowedOf(budgets: SharedBudgets, requests: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: requests }, () => budgets.take('key:1', budget)));
  return taken.filter(({ allowed }) => allowed).length;
}

describe('a budget', () => {
  it('allows one minute’s requests at once, and asks for them in slices', async () => {
    const { store, instance } = world();
    expect(await allowedOf(instance(), 100)).toBe(60);
    expect(store.asked).toBeLessThan(15);
  });

  it('is shared: two instances allow no more than one', async () => {
    const { instance } = world();
    const [one, other] = [instance(), instance()];
    const allowed = await Promise.all([allowedOf(one, 50), allowedOf(other, 50)]);
    expect(allowed[0] + allowed[1]).toBe(60);
  });

  it('says what is left and when to come back, and does not ask the store for what it knows', async () => {
    const { store, instance, clock } = world();
    const budgets = instance();
    expect(await budgets.take('key:1', budget)).toEqual({ allowed: true, remaining: 59, fullInMs: 1_000 });
    await allowedOf(budgets, 59);
    expect(await budgets.take('key:1', budget)).toMatchObject({ allowed: false, remaining: 0, retryAfterMs: 1_000 });
    const { asked } = store;
    await allowedOf(budgets, 50);
    expect(store.asked).toBe(asked);
    clock.nowMs += 1_000;
    expect(await allowedOf(budgets, 5)).toBe(1);
  });

  it('never refuses who asks more slowly than it fills: what is not spent goes back', async () => {
    const { instance, clock } = world();
    const [one, other] = [instance(), instance()];
    for (let second = 0; second < 300; second += 2) {
      clock.nowMs = second * 1_000;
      expect([await allowedOf(one, 1), await allowedOf(other, 1)]).toEqual([1, 1]);
    }
  });

  it('of passwords is counted by each instance while the store is away, and refuses what is too much', async () => {
    const { store, instance, clock, metrics } = world();
    const budgets = instance();
    const signIns: Budget = { ...budget, perMinute: 5, failsClosed: true };
    const triedOf = async (tries: number, bucket = 'sign-in:1') =>
      (await Promise.all(Array.from({ length: tries }, () => budgets.take(bucket, signIns)))).filter(
        ({ allowed }) => allowed,
      ).length;
    store.away = true;
    expect([await triedOf(20), await triedOf(20, 'sign-in:2')]).toEqual([5, 5]);
    expect(await budgets.take('sign-in:1', signIns)).toMatchObject({ allowed: false, retryAfterMs: 12_000 });
    clock.nowMs += 12_000;
    expect(await triedOf(20)).toBe(1);
    expect((await metrics.uncounted.get()).values).toEqual([{ value: 0, labels: {} }]);
  });

  it('of one who has spent nothing yet is told from one of which a part is spent, shared or not', async () => {
    const { store, instance } = world();
    const signIns: Budget = { ...budget, failsClosed: true };
    for (const away of [false, true]) {
      store.away = away;
      const budgets = instance();
      const first = await budgets.takeIfFull(`sign-in:${away}`, signIns);
      const second = await budgets.takeIfFull(`sign-in:${away}`, signIns);
      expect([first, second]).toMatchObject([
        { allowed: true, remaining: 59 },
        { allowed: false, remaining: 59 },
      ]);
      expect(await budgets.take(`sign-in:${away}`, signIns)).toMatchObject({ allowed: true, remaining: 58 });
    }
  });

  it('is not counted while the store is away, and counted again when it is back', async () => {
    const { store, instance, clock, lines, metrics } = world();
    const budgets = instance();
    store.away = true;
    expect(await allowedOf(budgets, 200)).toBe(200);
    expect(store.asked).toBe(1);
    expect(await budgets.take('key:1', budget)).toEqual({ allowed: true });
    clock.nowMs += 1_000;
    expect(await allowedOf(budgets, 200)).toBe(200);
    // One outage, however often the store was asked without success.
    expect([store.asked, lines]).toEqual([
      2,
      [
        'shared rate limits are unavailable: requests are not limited, sign-in attempts are limited by this instance alone',
      ],
    ]);
    expect((await metrics.outages.get()).values).toEqual([{ value: 1, labels: {} }]);
    expect((await metrics.uncounted.get()).values).toEqual([{ value: 401, labels: {} }]);
    store.away = false;
    clock.nowMs += 1_000;
    expect(await allowedOf(budgets, 200)).toBe(60);
    expect(lines.slice(1)).toEqual(['shared rate limits are available again']);
  });
});
