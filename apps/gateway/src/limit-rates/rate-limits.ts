import { DomainError } from '@ci/domain';
import type { SharedBudgets } from './shared-budgets.ts';
import type { Budget, Taken } from './token-slice.ts';

export interface RateSettings {
  readonly enabled: boolean;
  readonly requestsPerMinute: number;
  readonly recordedCallsPerMinute: number;
  readonly failedKeysPerMinute: number;
  readonly signInsPerMinute: number;
}

/** Sets a header of the answer, whatever the answer will be. */
export type SetHeader = (name: string, value: string) => void;

/** How often a caller may ask, how often an address may try keys, and how often passwords may be tried. */
export class RateLimits {
  readonly #requests: Budget;
  readonly #recordings: Budget;
  readonly #failures: Budget;
  readonly #signIns: Budget;

  constructor(
    private readonly budgets: SharedBudgets,
    private readonly settings: RateSettings,
  ) {
    this.#requests = { name: 'requests', perMinute: settings.requestsPerMinute };
    this.#recordings = { name: 'recorded-calls', perMinute: settings.recordedCallsPerMinute };
    this.#failures = { name: 'failed-keys', perMinute: settings.failedKeysPerMinute };
    this.#signIns = { name: 'sign-ins', perMinute: settings.signInsPerMinute, failsClosed: true };
  }

  /** Counts a request of a known caller, reports in the response what is left, and refuses it when nothing is. */
  async countRequest(callerId: string, recordsCall: boolean, setHeader: SetHeader): Promise<void> {
    if (!this.settings.enabled) return;
    const counted = [{ budget: this.#requests, taken: await this.budgets.take(`key:${callerId}`, this.#requests) }];
    if (recordsCall && counted.every(({ taken }) => taken.allowed)) {
      const taken = await this.budgets.take(`calls:${callerId}`, this.#recordings);
      counted.push({ budget: this.#recordings, taken });
    }
    settle(counted, setHeader);
  }

  /** Counts a request without a valid key, and refuses it when its address has tried too many. */
  async countFailedKey(address: string, setHeader: SetHeader): Promise<void> {
    if (!this.settings.enabled) return;
    settle(
      [{ budget: this.#failures, taken: await this.budgets.take(`address:${address}`, this.#failures) }],
      setHeader,
    );
  }

  /**
   * Counts a password that is tried, before it is looked at, by the address it comes from and by the account it is for. Many people may share
   * an address: where only the address is over its limit, a password for an account without attempts is still checked, and the refusal is
   * returned for a wrong one.
   */
  async countSignIn(address: string, account: string, setHeader: SetHeader): Promise<DomainError | undefined> {
    if (!this.settings.enabled) return undefined;
    const budget = this.#signIns;
    const ofAddress = await this.budgets.take(`sign-in-from:${address}`, budget);
    const bucket = `sign-in:${account}`;
    if (ofAddress.allowed) {
      settle([{ budget, taken: await this.budgets.take(bucket, budget) }], setHeader);
      return undefined;
    }
    const { allowed } = await this.budgets.takeIfFull(bucket, budget);
    say([{ budget, taken: ofAddress }], setHeader);
    if (!allowed) throw refusalOf(ofAddress);
    return refusalOf(ofAddress);
  }

  /** Counts a password that comes with an invitation, by its link. */
  async countAcceptance(link: string, setHeader: SetHeader): Promise<void> {
    if (!this.settings.enabled) return;
    settle([{ budget: this.#signIns, taken: await this.budgets.take(`accept:${link}`, this.#signIns) }], setHeader);
  }
}

interface Counted {
  readonly budget: Budget;
  readonly taken: Taken;
}

function settle(counted: readonly Counted[], setHeader: SetHeader): void {
  say(counted, setHeader);
  for (const { taken } of counted) if (!taken.allowed) throw refusalOf(taken);
}

function say(counted: readonly Counted[], setHeader: SetHeader): void {
  setHeader('ratelimit-policy', counted.map(({ budget }) => `"${budget.name}";q=${budget.perMinute};w=60`).join(', '));
  const standings = counted.flatMap(({ budget, taken }) => standingOf(budget, taken));
  if (standings.length > 0) setHeader('ratelimit', standings.join(', '));
}

/** `RateLimit: "requests";r=599;t=1` (draft-ietf-httpapi-ratelimit-headers): what is left, and the seconds until all of it is there again. */
function standingOf({ name }: Budget, { remaining, fullInMs }: Taken): string[] {
  if (remaining === undefined || fullInMs === undefined) return [];
  return [`"${name}";r=${remaining};t=${Math.ceil(fullInMs / 1000)}`];
}

function refusalOf({ retryAfterMs = 0 }: Taken): DomainError {
  return new DomainError('rate_limited', undefined, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
  });
}
