import type { AttemptOutcome, ConcurrencyLimiter, Permit } from '../limit/concurrency-limiter.ts';
import { AttemptQueue, type QueuedAttempt } from '../queue/attempt-queue.ts';
import type { ClaimedDelivery } from '../queue/claim-deliveries.ts';
import type { HeldLeases } from '../queue/held-leases.ts';
import type { MadeAttempt } from '../record/record-attempts.ts';
import { attemptOutcomeOf, makeAttempt } from './make-attempt.ts';
import { RunningAttempts } from './running-attempts.ts';
import type { DeliverySenderOptions } from './sender-options.ts';
import { SigningKeys } from './signing-keys.ts';

export interface AttemptDispatcherOptions extends Required<DeliverySenderOptions> {
  readonly limiter: ConcurrencyLimiter;
  readonly leases: HeldLeases;
  readonly onMade: (attempt: MadeAttempt) => void;
  /** An attempt has ended, and its permit is free. */
  readonly onEnded: (permit: Permit) => void;
  /** A queued attempt was given back, and is due. */
  readonly onReleased: (permit: Permit) => void;
}

/** Begins leased attempts: now, or in their order when others on the endpoint have ended. */
export class AttemptDispatcher {
  readonly #queue = new AttemptQueue();
  readonly #running = new RunningAttempts();
  readonly #keys: SigningKeys;
  #stopping = false;

  constructor(private readonly options: AttemptDispatcherOptions) {
    this.#keys = new SigningKeys(options.encryptionKeys);
  }

  /** The endpoints that attempts run on or are queued for. */
  get endpoints(): ReadonlySet<string> {
    return new Set([...this.#running.endpoints, ...this.#queue.endpoints]);
  }

  /** How many attempts are queued for the endpoints that fit. */
  countQueued(fits: (webhookId: string) => boolean): number {
    return this.#stopping ? 0 : this.#queue.count(fits);
  }

  dispatch(permit: Permit, delivery: ClaimedDelivery): void {
    permit.committed = true;
    this.options.leases.add(delivery.id);
    this.#queue.add({ permit, delivery });
    this.#beginNext(permit.webhookId);
    if (this.#stopping) void this.#release(this.#queue.takeAll());
  }

  /** Gives back the attempts that were queued too long to begin. */
  async releaseOld(): Promise<void> {
    await this.#release(this.#queue.takeOld());
  }

  /** Ends all attempts on an endpoint. */
  cut(webhookId: string): void {
    this.#keys.forget(webhookId);
    void this.#release(this.#queue.takeAll(webhookId));
    this.#running.cut(webhookId);
  }

  /** From now on nothing begins. */
  close(): void {
    this.#stopping = true;
  }

  /** Gives back what is queued, lets attempts end for a while, then cuts them; those are free for the next instance at once. */
  async drain(): Promise<void> {
    await this.#release(this.#queue.takeAll());
    const cutAll = setTimeout(() => this.#running.cut(), this.options.drainMs);
    await this.#running.allEnded();
    clearTimeout(cutAll);
  }

  #beginNext(webhookId: string): void {
    const { limiter } = this.options;
    while (!this.#stopping && limiter.mayStart(webhookId)) {
      const next = this.#queue.next(webhookId);
      if (next === undefined) return;
      const { permit, delivery } = next;
      limiter.start(permit);
      this.#running.run(
        webhookId,
        (signal) => this.#make(delivery, signal),
        (outcome) => this.#ended(permit, outcome),
      );
    }
  }

  async #make(delivery: ClaimedDelivery, signal: AbortSignal): Promise<AttemptOutcome | undefined> {
    const { leases, logger, onMade } = this.options;
    try {
      const made = await makeAttempt(delivery, this.options, this.#keys, signal);
      if (made === undefined) {
        await leases.release([delivery]);
        return undefined;
      }
      onMade(made);
      return attemptOutcomeOf(made.result);
    } catch (error) {
      // The lease runs out and the attempt is made again, under the same webhook-id.
      logger.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be made');
      leases.delete(delivery.id);
      return 'failure';
    }
  }

  #ended(permit: Permit, outcome: AttemptOutcome | undefined): void {
    this.options.limiter.release(permit, outcome);
    this.#beginNext(permit.webhookId);
    this.options.onEnded(permit);
  }

  async #release(queued: readonly QueuedAttempt[]): Promise<void> {
    if (queued.length === 0) return;
    for (const { permit } of queued) {
      this.options.limiter.release(permit);
      this.options.onReleased(permit);
    }
    await this.options.leases.release(queued.map(({ delivery }) => delivery));
  }
}
