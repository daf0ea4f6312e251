import { applyBackpressure } from '../limit/backpressure.ts';
import { ConcurrencyLimiter, type EndpointRef, type Permit } from '../limit/concurrency-limiter.ts';
import { LONGEST_WAIT_MS } from '../queue/attempt-queue.ts';
import { Backlog } from '../queue/backlog.ts';
import { claimDeliveries, leftBehind, type ClaimedDelivery } from '../queue/claim-deliveries.ts';
import { findDeleted, someAreLeased } from '../queue/delivery-leases.ts';
import { HeldLeases, type Lease } from '../queue/held-leases.ts';
import { WaitingCalls } from '../queue/waiting-calls.ts';
import { AttemptRecorder } from '../record/attempt-recorder.ts';
import { EndpointOutages } from '../record/endpoint-outages.ts';
import { AttemptDispatcher } from './attempt-dispatcher.ts';
import { ClaimLoop } from './claim-loop.ts';
import { withDefaults, type DeliverySenderOptions } from './sender-options.ts';

/**
 * Makes the attempts that are due: first ones from memory, right after the commit that stored them, all others from claims in Postgres.
 * Any number of instances share the work.
 */
export class DeliverySender {
  readonly #options: Required<DeliverySenderOptions>;
  readonly #limiter: ConcurrencyLimiter;
  readonly #backlog = new Backlog();
  readonly #waitingCalls = new WaitingCalls();
  readonly #leases: HeldLeases;
  readonly #dispatcher: AttemptDispatcher;
  readonly #endpointOutages: EndpointOutages;
  readonly #recorder: AttemptRecorder;
  readonly #loop: ClaimLoop;
  #lookedForDeletedAt = 0;

  constructor(given: DeliverySenderOptions) {
    const options = withDefaults(given);
    this.#options = options;
    this.#endpointOutages = new EndpointOutages(options.logger);
    this.#limiter = new ConcurrencyLimiter({ all: options.maxInFlight, perEndpoint: options.maxInFlightPerEndpoint });
    this.#leases = new HeldLeases(options);
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
    this.#dispatcher = new AttemptDispatcher({
      ...options,
      limiter: this.#limiter,
      leases: this.#leases,
      onMade: (made) => {
        options.onAttempt(made);
        this.#recorder.add(made);
      },
      onEnded: (permit) => {
        if (this.#backlog.has(permit.webhookId) && this.#limiter.hasCapacity(permit)) this.wake();
      },
      onReleased: (permit) => this.#backlog.add(permit),
    });
    this.#loop = new ClaimLoop({
      logger: options.logger,
      pollMs: () => (this.#leases.size > 0 ? options.pollMs : 2 * options.pollMs),
      beginDue: () => this.#beginDue(),
      mayBeginMore: () => this.#backlog.some((ref) => this.#limiter.hasCapacity(ref)),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something may be due: called right after the commit that stored it. */
  wake(): void {
    this.#loop.wake();
  }

  /**
   * The permit for a first attempt without a claim: acquired before the delivery is stored with `lease`, and used by `begin`. Refused to an
   * endpoint with a backlog, whose older deliveries go first.
   */
  acquirePermit(ref: EndpointRef): Permit | undefined {
    if (!this.#loop.isRunning) return undefined;
    const permit = this.#backlog.has(ref.webhookId) ? undefined : this.#limiter.acquire(ref);
    if (permit === undefined) this.#backlog.add(ref);
    return permit;
  }

  /** An event of this call was stored that may not go before the first attempt of an earlier one. */
  awaitFirstAttempt(webhookId: string, callId: string): void {
    this.#waitingCalls.add(webhookId, callId);
    this.wake(); // that attempt may have ended by now
  }

  /** A delivery was stored without a permit: it is claimed at once if there is capacity by now, and else when there is. */
  awaitCapacity(webhookId: string, workspaceId: string): void {
    if (this.#limiter.hasCapacity({ webhookId, workspaceId })) this.wake();
  }

  /** For consumers, between transactions. Attempts queued for endpoints that do not succeed delay no consumer. */
  async applyBackpressure(): Promise<void> {
    await applyBackpressure(() =>
      this.#dispatcher.countQueued((webhookId) => this.#limiter.hasRecentSuccess(webhookId)),
    );
  }

  releasePermits(permits: Iterable<Permit>): void {
    for (const permit of permits) this.#limiter.release(permit);
  }

  lease(now: Date): Lease {
    return this.#leases.lease(now);
  }

  /** Makes the attempt on what was stored under a lease of this instance: now, or behind the others on its endpoint. */
  begin(permit: Permit, delivery: ClaimedDelivery): void {
    this.#dispatcher.dispatch(permit, delivery);
  }

  /**
   * Ends what is under way on an endpoint that was deleted, and waits for the other instances, which see the deletion when they next look.
   * One that hangs is waited for until it may not begin any of these attempts any more.
   */
  async endAttempts(webhookId: string, leased: readonly string[]): Promise<void> {
    this.#dispatcher.cut(webhookId);
    const { dataSource, clock } = this.#options;
    const end = performance.now() + 2 * LONGEST_WAIT_MS;
    while (leased.length > 0 && performance.now() < end) {
      if (!(await someAreLeased(dataSource, leased, clock()))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Starts nothing more, lets attempts end for a while, then cuts them; those are free for the next instance at once. */
  async stop(): Promise<void> {
    this.#dispatcher.close();
    await this.#loop.stop();
    await this.#dispatcher.drain();
    await this.#recorder.stop();
    await this.#options.poster.close();
  }

  async #beginDue(): Promise<number> {
    this.#limiter.reclaimLost();
    await this.#dispatcher.releaseOld();
    await this.#cutDeleted();
    const claimed = this.#limiter.free === 0 ? [] : await this.#claim();
    return claimed.filter((delivery) => this.#beginClaimed(delivery)).length;
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const { dataSource, clock } = this.#options;
    const now = clock();
    const limiter = this.#limiter;
    const options = {
      now,
      ...this.lease(now),
      capacity: limiter.free,
      perEndpoint: limiter.firstLimit,
      available: limiter.availableByEndpoint(),
      perWorkspace: limiter.perWorkspace,
      heldByWorkspace: limiter.heldByWorkspace(),
    };
    const before = this.#backlog.beforeClaim();
    const claimed = await claimDeliveries(dataSource, options);
    this.#backlog.afterClaim(before, claimed, leftBehind(claimed, options));
    return claimed;
  }

  #beginClaimed(delivery: ClaimedDelivery): boolean {
    if (this.#leases.has(delivery.id)) return false; // at hand: the claim has prolonged its lease
    this.begin(this.#limiter.forceAcquire(delivery), delivery);
    return true;
  }

  /** Its result is stored: what waited for it in its call may go. */
  #settled({ id, webhookId, callId }: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'callId'>): void {
    this.#leases.delete(id);
    if (this.#waitingCalls.take(webhookId, callId)) this.wake();
  }

  /** Another instance may have answered a DELETE. */
  async #cutDeleted(): Promise<void> {
    if (this.#leases.size === 0 || performance.now() - this.#lookedForDeletedAt < this.#options.pollMs) return;
    this.#lookedForDeletedAt = performance.now();
    const deleted = await findDeleted(this.#options.dataSource, [...this.#dispatcher.endpoints]);
    for (const webhookId of deleted) this.#dispatcher.cut(webhookId);
  }
}
