import type { Permit } from '../limit/concurrency-limiter.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** A delivery whose attempt waits for those before it on the same endpoint. */
export interface QueuedAttempt {
  readonly permit: Permit;
  readonly delivery: ClaimedDelivery;
}

/**
 * So long after it was leased an attempt may still begin. The deletion of an endpoint waits longer than this for other instances, so that
 * none begins after the answer.
 */
export const LONGEST_WAIT_MS = 1_000;

/** What this instance has leased and not begun yet, by endpoint, in order. Nothing waits here for long. */
export class AttemptQueue {
  readonly #byEndpoint = new Map<string, QueuedAttempt[]>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get endpoints(): Iterable<string> {
    return this.#byEndpoint.keys();
  }

  /** How many wait on the endpoints that fit. */
  count(fits: (webhookId: string) => boolean): number {
    let count = 0;
    for (const [webhookId, waiting] of this.#byEndpoint) if (fits(webhookId)) count += waiting.length;
    return count;
  }

  add(attempt: QueuedAttempt): void {
    const { webhookId } = attempt.permit;
    const waiting = this.#byEndpoint.get(webhookId);
    if (waiting === undefined) this.#byEndpoint.set(webhookId, [attempt]);
    else waiting.push(attempt);
  }

  /** The next one of an endpoint that is not too old. */
  next(webhookId: string): QueuedAttempt | undefined {
    const waiting = this.#byEndpoint.get(webhookId) ?? [];
    const index = waiting.findIndex((attempt) => !this.#isOld(attempt));
    if (index < 0) return undefined;
    const [attempt] = waiting.splice(index, 1);
    if (waiting.length === 0) this.#byEndpoint.delete(webhookId);
    return attempt;
  }

  /** Removes those that may not begin any more. */
  takeOld(): QueuedAttempt[] {
    return this.#takeWhere((attempt) => this.#isOld(attempt));
  }

  takeAll(webhookId?: string): QueuedAttempt[] {
    return this.#takeWhere(({ permit }) => webhookId === undefined || permit.webhookId === webhookId);
  }

  #takeWhere(fits: (attempt: QueuedAttempt) => boolean): QueuedAttempt[] {
    const taken: QueuedAttempt[] = [];
    for (const [webhookId, waiting] of this.#byEndpoint) {
      const left = waiting.filter((attempt) => !fits(attempt));
      if (left.length === waiting.length) continue;
      taken.push(...waiting.filter(fits));
      if (left.length > 0) this.#byEndpoint.set(webhookId, left);
      else this.#byEndpoint.delete(webhookId);
    }
    return taken;
  }

  /** Since before the lease was stored, so that the time of the transaction counts too. */
  #isOld({ permit }: QueuedAttempt): boolean {
    return this.now() - permit.acquiredAt > LONGEST_WAIT_MS;
  }
}
