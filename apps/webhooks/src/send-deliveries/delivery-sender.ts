import { OutageLog, uuidv7, WakeablePause, type KeyRing, type Logger } from '@ci/platform';
import type { DataSource } from 'typeorm';
import type { Clock, Random } from '../clock.ts';
import { AttemptPlaces, type Pace, type Place, type PlaceRef } from './attempt-places.ts';
import { AttemptQueue, LONGEST_WAIT_MS, type QueuedAttempt } from './attempt-queue.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { claimDeliveries, leftBehind, type ClaimedDelivery } from './claim-deliveries.ts';
import { findDeleted, releaseLeases, someAreLeased } from './delivery-leases.ts';
import { EndpointOutages } from './endpoint-outages.ts';
import type { HttpsPoster } from './https-poster.ts';
import { keepPace } from './keep-pace.ts';
import { makeAttempt, paceOf } from './make-attempt.ts';
import type { MadeAttempt } from './record-attempts.ts';
import { SigningKeys } from './signing-keys.ts';

export interface DeliverySenderOptions {
  readonly dataSource: DataSource;
  readonly poster: Pick<HttpsPoster, 'post' | 'close'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly encryptionKeys: KeyRing;
  readonly logger: Logger;
  readonly maxInFlight: number;
  readonly maxInFlightPerEndpoint: number;
  /** How often to look for what nobody woke us for: retries, other instances' deliveries, deleted endpoints. */
  readonly pollMs?: number;
  /** Longer than an attempt can take. When it is over, somebody else makes the attempt: this instance has died. */
  readonly leaseMs?: number;
  /** How long attempts may go on when the service stops. */
  readonly drainMs?: number;
  /** Told of each attempt that was made. */
  readonly onAttempt?: (attempt: MadeAttempt) => void;
}

/** What is stored with a delivery whose first attempt this instance makes without a claim. */
export interface Lease {
  readonly lease: string;
  readonly leasedUntil: Date;
}

interface Attempt {
  readonly webhookId: string;
  readonly cut: AbortController;
  readonly done: Promise<void>;
}

const LONGEST_PAUSE_MS = 5_000;
const MOST_WAITING_CALLS = 10_000;

/**
 * Makes the attempts that are due: first ones from memory, right after the commit that stored them, all others from claims in Postgres.
 * Any number of instances share the work.
 */
export class DeliverySender {
  readonly #options: Required<DeliverySenderOptions>;
  readonly #pause = new WakeablePause();
  readonly #places: AttemptPlaces;
  readonly #queue = new AttemptQueue();
  readonly #endpointOutages: EndpointOutages;
  readonly #recorder: AttemptRecorder;
  readonly #keys: SigningKeys;
  readonly #attempts = new Set<Attempt>();
  /** The deliveries that are leased here, until their results are stored. */
  readonly #leased = new Set<string>();
  /** Endpoints of which more is due than this instance could take: it looks again when attempts on one have ended. */
  readonly #behind = new Map<string, PlaceRef>();
  /** Calls of endpoints of which an event waits for the first attempt of another one. */
  readonly #waitingCalls = new Set<string>();
  /** One for this process: a delivery that it has leased already and claims again, after a jump of the clock, is no second attempt. */
  readonly #lease = uuidv7();
  readonly #outage: OutageLog;
  #running: Promise<void> | undefined;
  #stopping = false;
  #lookedForDeletedAt = 0;

  constructor(options: DeliverySenderOptions) {
    this.#options = { pollMs: 250, leaseMs: 30_000, drainMs: 5_000, onAttempt: () => undefined, ...options };
    this.#endpointOutages = new EndpointOutages(options.logger);
    this.#places = new AttemptPlaces({ all: options.maxInFlight, perEndpoint: options.maxInFlightPerEndpoint });
    this.#outage = new OutageLog(options.logger, {
      begins: 'deliveries cannot be claimed; trying again',
      ends: 'deliveries are claimed again',
    });
    this.#keys = new SigningKeys(options.encryptionKeys);
    this.#recorder = new AttemptRecorder({
      dataSource: options.dataSource,
      logger: options.logger,
      onSettled: (attempts) => {
        for (const { delivery, result } of attempts) {
          this.#endpointOutages.note(delivery, result);
          this.#settled(delivery);
        }
      },
    });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due: called right after the commit that stored it. */
  wake(): void {
    this.#pause.wake();
  }

  /**
   * The right to make a first attempt without a claim: taken before the delivery is stored with `lease`, and used by `begin`. Refused to an
   * endpoint of which older deliveries wait.
   */
  takePlace(ref: PlaceRef): Place | undefined {
    if (this.#running === undefined || this.#stopping) return undefined;
    const place = this.#behind.has(ref.webhookId) ? undefined : this.#places.take(ref);
    if (place === undefined) this.#behind.set(ref.webhookId, ref);
    return place;
  }

  /** An event of this call was stored that may not go before the first attempt of an earlier one. */
  awaitFirstAttempt(webhookId: string, callId: string): void {
    if (this.#waitingCalls.size >= MOST_WAITING_CALLS) this.#waitingCalls.clear(); // polling finds them
    this.#waitingCalls.add(`${webhookId} ${callId}`);
    this.wake(); // that attempt may have ended by now
  }

  /** A delivery was stored without a place: it is looked for at once if there is room by now, and else when there is. */
  awaitRoom(webhookId: string, workspaceId: string): void {
    if (this.#places.hasMuchRoom({ webhookId, workspaceId })) this.wake();
  }

  /** For who stores deliveries, before the next ones. What waits on endpoints that take nothing is waited for by nobody. */
  async keepPace(): Promise<void> {
    await keepPace(() => (this.#stopping ? 0 : this.#queue.count((webhookId) => this.#places.isTaking(webhookId))));
  }

  giveBack(places: Iterable<Place>): void {
    for (const place of places) this.#places.release(place);
  }

  lease(now: Date): Lease {
    return { lease: this.#lease, leasedUntil: new Date(now.getTime() + this.#options.leaseMs) };
  }

  /** Makes the attempt on what was stored under a lease of this instance: now, or behind the others on its endpoint. */
  begin(place: Place, delivery: ClaimedDelivery): void {
    place.committed = true;
    this.#leased.add(delivery.id);
    this.#queue.add({ place, delivery });
    this.#sendNext(place.webhookId);
    if (this.#stopping) void this.#release(this.#queue.takeAll());
  }

  /**
   * Ends what is under way on an endpoint that was deleted, and waits for the other instances, which see the deletion when they next look.
   * One that hangs is waited for until it may not begin any of these attempts any more.
   */
  async endAttempts(webhookId: string, leased: readonly string[]): Promise<void> {
    this.#cut(webhookId);
    const { dataSource, clock } = this.#options;
    const end = performance.now() + 2 * LONGEST_WAIT_MS;
    while (leased.length > 0 && performance.now() < end) {
      if (!(await someAreLeased(dataSource, leased, clock()))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Starts nothing more, lets attempts end for a while, then cuts them; those are free for the next instance at once. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#pause.wake();
    await this.#running;
    await this.#release(this.#queue.takeAll());
    const cutAll = setTimeout(() => this.#attempts.forEach(({ cut }) => cut.abort()), this.#options.drainMs);
    await Promise.all([...this.#attempts].map(({ done }) => done));
    clearTimeout(cutAll);
    await this.#recorder.stop();
    await this.#options.poster.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const started = await this.#startDue();
      // As long as something was due and there is room there may be more. Otherwise a commit, the end of an attempt or the clock goes on.
      if (started > 0 && [...this.#behind.values()].some((ref) => this.#places.hasMuchRoom(ref))) continue;
      await this.#pause.wait(this.#pauseMs());
    }
  }

  async #startDue(): Promise<number> {
    this.#places.tidy();
    try {
      await this.#release(this.#queue.takeOld());
      await this.#cutDeleted();
      const claimed = this.#places.free === 0 ? [] : await this.#claim();
      this.#outage.worked();
      return claimed.filter((delivery) => this.#beginClaimed(delivery)).length;
    } catch (error) {
      this.#outage.failed(error);
      return 0;
    }
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const { dataSource, clock } = this.#options;
    const now = clock();
    const places = this.#places;
    const options = {
      now,
      ...this.lease(now),
      capacity: places.free,
      perEndpoint: places.firstLimit,
      rooms: places.knownRooms(),
      perWorkspace: places.perWorkspace,
      heldByWorkspace: places.heldByWorkspace(),
    };
    const wereBehind = [...this.#behind.values()];
    const claimed = await claimDeliveries(dataSource, options);
    const mayHaveMore = leftBehind(claimed, options);
    for (const ref of wereBehind) if (!mayHaveMore(ref)) this.#behind.delete(ref.webhookId);
    for (const { webhookId, workspaceId } of claimed) {
      const ref = { webhookId, workspaceId };
      if (mayHaveMore(ref)) this.#behind.set(webhookId, ref);
    }
    return claimed;
  }

  #beginClaimed(delivery: ClaimedDelivery): boolean {
    if (this.#leased.has(delivery.id)) return false; // at hand: the claim has prolonged its lease
    this.begin(this.#places.takeAnyhow(delivery), delivery);
    return true;
  }

  #send({ place, delivery }: QueuedAttempt): void {
    const cut = new AbortController();
    const attempt = { webhookId: place.webhookId, cut, done: Promise.resolve() };
    attempt.done = this.#make(delivery, cut.signal).then((pace) => this.#ended(attempt, place, pace));
    this.#attempts.add(attempt);
  }

  async #make(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Pace | undefined> {
    try {
      const made = await makeAttempt(delivery, this.#options, this.#keys, signal);
      if (made === undefined) {
        await this.#releaseLeases([delivery]);
        return undefined;
      }
      this.#options.onAttempt(made);
      this.#recorder.add(made);
      return paceOf(made.result);
    } catch (error) {
      // The lease runs out and the attempt is made again, under the same webhook-id.
      this.#options.logger.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be made');
      this.#leased.delete(delivery.id);
      return 'badly';
    }
  }

  #ended(attempt: Attempt, place: Place, pace: Pace | undefined): void {
    this.#attempts.delete(attempt);
    this.#places.release(place, pace);
    this.#sendNext(place.webhookId);
    if (this.#behind.has(place.webhookId) && this.#places.hasMuchRoom(place)) this.#pause.wake();
  }

  #sendNext(webhookId: string): void {
    while (!this.#stopping && this.#places.mayStart(webhookId)) {
      const next = this.#queue.next(webhookId);
      if (next === undefined) return;
      this.#places.start(next.place);
      this.#send(next);
    }
  }

  /** Its result is stored: what waited for it in its call may go. */
  #settled({ id, webhookId, callId }: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'callId'>): void {
    this.#leased.delete(id);
    if (callId !== null && this.#waitingCalls.delete(`${webhookId} ${callId}`)) this.#pause.wake();
  }

  #cut(webhookId: string): void {
    this.#keys.forget(webhookId);
    void this.#release(this.#queue.takeAll(webhookId));
    for (const attempt of this.#attempts) if (attempt.webhookId === webhookId) attempt.cut.abort();
  }

  /** Another instance may have answered a DELETE. */
  async #cutDeleted(): Promise<void> {
    if (this.#leased.size === 0 || performance.now() - this.#lookedForDeletedAt < this.#options.pollMs) return;
    this.#lookedForDeletedAt = performance.now();
    const webhookIds = new Set([...this.#attempts].map(({ webhookId }) => webhookId));
    for (const webhookId of this.#queue.endpoints) webhookIds.add(webhookId);
    for (const webhookId of await findDeleted(this.#options.dataSource, [...webhookIds])) this.#cut(webhookId);
  }

  async #release(queued: readonly QueuedAttempt[]): Promise<void> {
    if (queued.length === 0) return;
    for (const { place } of queued) {
      this.#places.release(place);
      this.#behind.set(place.webhookId, place);
    }
    await this.#releaseLeases(queued.map(({ delivery }) => delivery));
  }

  /** Should the database be away, the leases run out. */
  async #releaseLeases(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const ids = deliveries.map(({ id }) => id);
    try {
      await releaseLeases(this.#options.dataSource, this.#lease, ids);
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'leases could not be given back; they run out');
    }
    for (const id of ids) this.#leased.delete(id);
  }

  #pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, this.#options.pollMs * 2 ** Math.min(this.#outage.failures, 10));
  }
}
