/** An endpoint and its workspace: both have limits. */
export interface EndpointRef {
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** The right to one attempt in this instance, from before its delivery is stored or claimed until the attempt has ended. */
export interface Permit extends EndpointRef {
  readonly acquiredAt: number;
  /** Its transaction is committed. */
  committed: boolean;
  inFlight: boolean;
}

/** How an attempt ended, as far as the limit of its endpoint is concerned. */
export type AttemptOutcome = 'success' | 'failure' | 'no_response';

export interface ConcurrencyLimits {
  readonly all: number;
  /** In flight. */
  readonly perEndpoint: number;
}

/** An endpoint of which nothing is known gets so many attempts at the same time. */
const FIRST_LIMIT = 8;
/** The largest share of all permits that one workspace holds. */
const WORKSPACE_SHARE = 1 / 4;
/** A smaller share of all permits is too small to be worth a claim. */
const FEW = 1 / 8;
/** Beyond what is in flight an endpoint may have as many waiting in memory as it has taken in such a time. */
const WINDOW_MS = 500;
/** The permit of a transaction that has not ended by then is lost: its connection broke. Longer than any transaction may last. */
const LOST_AFTER_MS = 60_000;
const MOST_KEPT = 10_000;

interface EndpointState {
  held: number;
  inFlight: number;
  limit: number;
  windowFrom: number;
  successes: number;
  successesBefore: number;
}

/**
 * Limits the attempts of this instance, adaptively for each endpoint (additive increase, multiplicative decrease): each success adds one,
 * each attempt without a response halves the limit. An endpoint that hangs holds few permits, a fast one gets many.
 */
export class ConcurrencyLimiter {
  readonly #held = new Set<Permit>();
  readonly #endpoints = new Map<string, EndpointState>();
  readonly #byWorkspace = new Map<string, number>();

  constructor(
    private readonly limits: ConcurrencyLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get free(): number {
    return Math.max(0, this.limits.all - this.#held.size);
  }

  get perWorkspace(): number {
    return Math.max(1, Math.ceil(this.limits.all * WORKSPACE_SHARE));
  }

  /** The limit of an endpoint of which nothing is known. */
  get firstLimit(): number {
    return Math.min(FIRST_LIMIT, this.limits.perEndpoint);
  }

  /** Undefined when the endpoint, its workspace or this instance has reached its limit. */
  acquire(ref: EndpointRef): Permit | undefined {
    if (this.free === 0 || this.available(ref.webhookId) === 0) return undefined;
    return (this.#byWorkspace.get(ref.workspaceId) ?? 0) < this.perWorkspace ? this.forceAcquire(ref) : undefined;
  }

  /** Whatever the limits are now: for deliveries that were claimed by the limits of a moment ago. */
  forceAcquire({ webhookId, workspaceId }: EndpointRef): Permit {
    const permit = { webhookId, workspaceId, acquiredAt: this.now(), committed: false, inFlight: false };
    this.#held.add(permit);
    this.#stateOf(webhookId).held += 1;
    this.#byWorkspace.set(workspaceId, (this.#byWorkspace.get(workspaceId) ?? 0) + 1);
    return permit;
  }

  /** Whether the endpoint may have one more in flight. */
  mayStart(webhookId: string): boolean {
    const state = this.#stateOf(webhookId);
    return state.inFlight < state.limit;
  }

  start(permit: Permit): void {
    permit.inFlight = true;
    this.#stateOf(permit.webhookId).inFlight += 1;
  }

  release(permit: Permit, outcome?: AttemptOutcome): void {
    if (!this.#held.delete(permit)) return;
    const { webhookId, workspaceId } = permit;
    const state = this.#stateOf(webhookId);
    state.held -= 1;
    if (permit.inFlight) state.inFlight -= 1;
    if (outcome !== undefined) this.#learn(state, outcome);
    const left = (this.#byWorkspace.get(workspaceId) ?? 0) - 1;
    if (left > 0) this.#byWorkspace.set(workspaceId, left);
    else this.#byWorkspace.delete(workspaceId);
  }

  /** How many more permits the endpoint may hold now. */
  available(webhookId: string): number {
    const state = this.#endpoints.get(webhookId);
    return state === undefined ? this.firstLimit : this.#availableOf(state);
  }

  /**
   * Whether a claim for the endpoint pays: a fast endpoint is given many deliveries at a time, a slow one each permit that it has.
   */
  hasCapacity({ webhookId, workspaceId }: EndpointRef): boolean {
    const state = this.#endpoints.get(webhookId);
    const room = state === undefined ? this.firstLimit : this.#availableOf(state);
    const much = state === undefined ? 1 : Math.max(1, this.#recentSuccesses(state) / 2);
    const freeOfWorkspace = this.perWorkspace - (this.#byWorkspace.get(workspaceId) ?? 0);
    return (
      room >= much &&
      freeOfWorkspace >= Math.min(much, this.perWorkspace * FEW) &&
      this.free >= Math.min(much, this.limits.all * FEW)
    );
  }

  /** Whether one of its attempts has succeeded lately. */
  hasRecentSuccess(webhookId: string): boolean {
    const state = this.#endpoints.get(webhookId);
    return state !== undefined && this.#recentSuccesses(state) > 0;
  }

  /** Of the endpoints that hold permits, have succeeded lately, or did not respond. */
  availableByEndpoint(): ReadonlyMap<string, number> {
    const states = [...this.#endpoints].filter(
      ([, state]) => state.held > 0 || state.limit < this.firstLimit || this.#recentSuccesses(state) > 0,
    );
    return new Map(states.map(([webhookId, state]) => [webhookId, this.#availableOf(state)]));
  }

  heldByWorkspace(): ReadonlyMap<string, number> {
    return this.#byWorkspace;
  }

  /** Releases the permits of broken transactions, and forgets endpoints that hold none when there are many. */
  reclaimLost(): void {
    const now = this.now();
    for (const permit of this.#held) {
      if (permit.committed) continue;
      if (now - permit.acquiredAt <= LOST_AFTER_MS) break; // the set is in the order of acquisition
      this.release(permit);
    }
    if (this.#endpoints.size <= MOST_KEPT) return;
    for (const [webhookId, state] of this.#endpoints) if (state.held === 0) this.#endpoints.delete(webhookId);
  }

  #availableOf(state: EndpointState): number {
    return Math.max(0, state.limit + this.#recentSuccesses(state) - state.held);
  }

  #stateOf(webhookId: string): EndpointState {
    const known = this.#endpoints.get(webhookId);
    if (known !== undefined) return known;
    const limit = this.firstLimit;
    const state = { held: 0, inFlight: 0, limit, windowFrom: this.now(), successes: 0, successesBefore: 0 };
    this.#endpoints.set(webhookId, state);
    return state;
  }

  #learn(state: EndpointState, outcome: AttemptOutcome): void {
    if (outcome === 'no_response') state.limit = Math.max(1, Math.floor(state.limit / 2));
    if (outcome !== 'success') return;
    state.limit = Math.min(this.limits.perEndpoint, state.limit + 1);
    this.#recentSuccesses(state);
    state.successes += 1;
  }

  /** Of the present window or the one before; moves the window on. */
  #recentSuccesses(state: EndpointState): number {
    const age = this.now() - state.windowFrom;
    if (age >= WINDOW_MS) {
      state.successesBefore = age < 2 * WINDOW_MS ? state.successes : 0;
      state.successes = 0;
      state.windowFrom = this.now();
    }
    return Math.max(state.successes, state.successesBefore);
  }
}
