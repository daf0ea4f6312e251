/** Whose attempt it is. */
export interface PlaceRef {
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** Room in this instance for one attempt, from before its delivery is stored or claimed until it has ended. */
export interface Place extends PlaceRef {
  readonly takenAt: number;
  /** Its transaction is committed. */
  committed: boolean;
  inFlight: boolean;
}

/** How an attempt ended, as far as the next ones are concerned: `silent` is one that got no answer. */
export type Pace = 'well' | 'badly' | 'silent';

export interface PlaceLimits {
  readonly all: number;
  /** In flight. */
  readonly perEndpoint: number;
}

/** An endpoint that nothing is known of gets so many attempts at the same time. */
const FIRST_LIMIT = 8;
/** One workspace never has more than this part of all places. */
const WORKSPACE_SHARE = 1 / 4;
/** Less than this part of all places is a handful. */
const FEW = 1 / 8;
/** Beyond what is in flight an endpoint may have as many waiting in memory as it has taken in such a time. */
const WINDOW_MS = 500;
/** A transaction that took a place and was never heard of again: its connection broke. Longer than any transaction may last. */
const FORGOTTEN_MS = 60_000;
const MOST_KEPT = 10_000;

interface Lane {
  held: number;
  inFlight: number;
  limit: number;
  windowFrom: number;
  successes: number;
  successesBefore: number;
}

/**
 * Who may have how many attempts in this instance. An endpoint begins with a few in flight, gets one more with each success, and loses half
 * of them with each attempt that got no answer: what hangs holds hardly anything, and what is fast may be fast.
 */
export class AttemptPlaces {
  readonly #taken = new Set<Place>();
  readonly #lanes = new Map<string, Lane>();
  readonly #byWorkspace = new Map<string, number>();

  constructor(
    private readonly limits: PlaceLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get free(): number {
    return Math.max(0, this.limits.all - this.#taken.size);
  }

  get perWorkspace(): number {
    return Math.max(1, Math.ceil(this.limits.all * WORKSPACE_SHARE));
  }

  /** What an endpoint may have of which nothing is known. */
  get firstLimit(): number {
    return Math.min(FIRST_LIMIT, this.limits.perEndpoint);
  }

  /** Undefined when the endpoint, its workspace or this instance has as many as it may have. */
  take(ref: PlaceRef): Place | undefined {
    if (this.free === 0 || this.room(ref.webhookId) === 0) return undefined;
    return (this.#byWorkspace.get(ref.workspaceId) ?? 0) < this.perWorkspace ? this.takeAnyhow(ref) : undefined;
  }

  /** For what was claimed by the limits of a moment ago. */
  takeAnyhow({ webhookId, workspaceId }: PlaceRef): Place {
    const place = { webhookId, workspaceId, takenAt: this.now(), committed: false, inFlight: false };
    this.#taken.add(place);
    this.#lane(webhookId).held += 1;
    this.#byWorkspace.set(workspaceId, (this.#byWorkspace.get(workspaceId) ?? 0) + 1);
    return place;
  }

  /** Whether the endpoint may have one more in flight. */
  mayStart(webhookId: string): boolean {
    const lane = this.#lane(webhookId);
    return lane.inFlight < lane.limit;
  }

  start(place: Place): void {
    place.inFlight = true;
    this.#lane(place.webhookId).inFlight += 1;
  }

  release(place: Place, pace?: Pace): void {
    if (!this.#taken.delete(place)) return;
    const { webhookId, workspaceId } = place;
    const lane = this.#lane(webhookId);
    lane.held -= 1;
    if (place.inFlight) lane.inFlight -= 1;
    if (pace !== undefined) this.#learn(lane, pace);
    const left = (this.#byWorkspace.get(workspaceId) ?? 0) - 1;
    if (left > 0) this.#byWorkspace.set(workspaceId, left);
    else this.#byWorkspace.delete(workspaceId);
  }

  /** How many more the endpoint may have now. */
  room(webhookId: string): number {
    const lane = this.#lanes.get(webhookId);
    return lane === undefined ? this.firstLimit : this.#roomOf(lane);
  }

  /**
   * Whether looking for due deliveries of the endpoint pays: what is fast is given many at a time, what is slow each place that it has.
   */
  hasMuchRoom({ webhookId, workspaceId }: PlaceRef): boolean {
    const lane = this.#lanes.get(webhookId);
    const room = lane === undefined ? this.firstLimit : this.#roomOf(lane);
    const much = lane === undefined ? 1 : Math.max(1, this.#recentSuccesses(lane) / 2);
    const freeOfWorkspace = this.perWorkspace - (this.#byWorkspace.get(workspaceId) ?? 0);
    return (
      room >= much &&
      freeOfWorkspace >= Math.min(much, this.perWorkspace * FEW) &&
      this.free >= Math.min(much, this.limits.all * FEW)
    );
  }

  /** Whether it took something lately. */
  isTaking(webhookId: string): boolean {
    const lane = this.#lanes.get(webhookId);
    return lane !== undefined && this.#recentSuccesses(lane) > 0;
  }

  /** Of the endpoints that have something in this instance, took something lately, or did not answer. */
  knownRooms(): ReadonlyMap<string, number> {
    const lanes = [...this.#lanes].filter(
      ([, lane]) => lane.held > 0 || lane.limit < this.firstLimit || this.#recentSuccesses(lane) > 0,
    );
    return new Map(lanes.map(([webhookId, lane]) => [webhookId, this.#roomOf(lane)]));
  }

  heldByWorkspace(): ReadonlyMap<string, number> {
    return this.#byWorkspace;
  }

  /** Gives back what was taken for transactions that broke off, and forgets endpoints that behave as if they were new. */
  tidy(): void {
    const now = this.now();
    for (const place of this.#taken) {
      if (place.committed) continue;
      if (now - place.takenAt <= FORGOTTEN_MS) break; // in the order in which they were taken
      this.release(place);
    }
    if (this.#lanes.size <= MOST_KEPT) return;
    for (const [webhookId, lane] of this.#lanes) if (lane.held === 0) this.#lanes.delete(webhookId);
  }

  #roomOf(lane: Lane): number {
    return Math.max(0, lane.limit + this.#recentSuccesses(lane) - lane.held);
  }

  #lane(webhookId: string): Lane {
    const known = this.#lanes.get(webhookId);
    if (known !== undefined) return known;
    const limit = this.firstLimit;
    const lane = { held: 0, inFlight: 0, limit, windowFrom: this.now(), successes: 0, successesBefore: 0 };
    this.#lanes.set(webhookId, lane);
    return lane;
  }

  #learn(lane: Lane, pace: Pace): void {
    if (pace === 'silent') lane.limit = Math.max(1, Math.floor(lane.limit / 2));
    if (pace !== 'well') return;
    lane.limit = Math.min(this.limits.perEndpoint, lane.limit + 1);
    this.#recentSuccesses(lane);
    lane.successes += 1;
  }

  /** Of the present window or the one before; moves the window on. */
  #recentSuccesses(lane: Lane): number {
    const age = this.now() - lane.windowFrom;
    if (age >= WINDOW_MS) {
      lane.successesBefore = age < 2 * WINDOW_MS ? lane.successes : 0;
      lane.successes = 0;
      lane.windowFrom = this.now();
    }
    return Math.max(lane.successes, lane.successesBefore);
  }
}
