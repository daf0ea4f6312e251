import { decryptSecret, uuidv7, type KeyRing, type Logger, WakeablePause } from '@ci/platform';
import type { DataSource } from 'typeorm';
import type { Clock, Random } from '../clock.ts';
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts';
import type { HttpsPoster } from './https-poster.ts';
import { recordAttempt } from './record-attempt.ts';
import { decideRetry } from './retry-decision.ts';
import { signatureHeaders } from './signature.ts';

export interface DeliverySenderOptions {
  readonly dataSource: DataSource;
  readonly poster: Pick<HttpsPoster, 'post' | 'close'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly encryptionKeys: KeyRing;
  readonly logger: Logger;
  readonly maxInFlight: number;
  readonly maxInFlightPerEndpoint: number;
  /** How often to look for what nobody woke us for: retries, and other instances' deliveries. */
  readonly pollMs?: number;
  /** Longer than an attempt can take. When it is over, somebody else makes the attempt: this instance has died. */
  readonly leaseMs?: number;
  /** How long attempts may go on when the service stops. */
  readonly drainMs?: number;
}

interface Attempt {
  readonly webhookId: string;
  readonly cut: AbortController;
  readonly done: Promise<void>;
}

const LONGEST_PAUSE_MS = 5_000;

/** Makes the attempts that are due: claims them in Postgres, posts, records. Any number of instances share the work. */
export class DeliverySender {
  readonly #options: Required<DeliverySenderOptions>;
  readonly #pause = new WakeablePause();
  readonly #attempts = new Set<Attempt>();
  #running: Promise<void> | undefined;
  #stopping = false;
  #failures = 0;

  constructor(options: DeliverySenderOptions) {
    this.#options = { pollMs: 250, leaseMs: 30_000, drainMs: 5_000, ...options };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due: called right after the commit that stored it. */
  wake(): void {
    this.#pause.wake();
  }

  /** Ends the attempts on an endpoint that are under way here. It was deleted: nothing of them is recorded. */
  cut(webhookId: string): void {
    for (const attempt of this.#attempts) if (attempt.webhookId === webhookId) attempt.cut.abort();
  }

  /** Starts nothing more, lets attempts end for a while, then cuts them; those are free for the next instance at once. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#pause.wake();
    await this.#running;
    const cutAll = setTimeout(() => this.#attempts.forEach(({ cut }) => cut.abort()), this.#options.drainMs);
    await Promise.all([...this.#attempts].map(({ done }) => done));
    clearTimeout(cutAll);
    await this.#options.poster.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const started = await this.#startDue();
      // As long as something was due there may be more. Otherwise a commit, the end of an attempt or the clock goes on.
      if (started === 0) await this.#pause.wait(this.#pauseMs());
    }
  }

  async #startDue(): Promise<number> {
    const { dataSource, clock, maxInFlight, maxInFlightPerEndpoint, leaseMs, logger } = this.#options;
    const capacity = maxInFlight - this.#attempts.size;
    if (capacity <= 0) return 0;
    const now = clock();
    try {
      const claimed = await claimDeliveries(dataSource, {
        now,
        lease: uuidv7(),
        leasedUntil: new Date(now.getTime() + leaseMs),
        capacity,
        perEndpoint: maxInFlightPerEndpoint,
        inFlight: this.#inFlight(),
      });
      this.#failures = 0;
      for (const delivery of claimed) this.#begin(delivery);
      return claimed.length;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) logger.warn({ err: error }, 'deliveries cannot be claimed; trying again');
      return 0;
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    const cut = new AbortController();
    const done = this.#attempt(delivery, cut.signal).catch((error: unknown) => {
      // The lease runs out and the attempt is made again, under the same webhook-id.
      this.#options.logger.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be recorded');
    });
    const attempt = { webhookId: delivery.webhookId, cut, done };
    this.#attempts.add(attempt);
    void done.then(() => {
      this.#attempts.delete(attempt);
      this.#pause.wake();
    });
  }

  async #attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const { dataSource, poster, clock, random, encryptionKeys, logger } = this.#options;
    const attemptedAt = clock();
    const secret = decryptSecret(delivery.secret, encryptionKeys, delivery.webhookId).toString('utf8');
    const signature = signatureHeaders(secret, { id: delivery.eventId, at: attemptedAt, body: delivery.body });
    const headers = { 'content-type': 'application/json', 'user-agent': 'Call-Intelligence-Webhooks/1', ...signature };
    const result = await poster.post({ url: delivery.url, headers, body: delivery.body, signal });
    if (signal.aborted && result.error !== null) return this.#release(delivery);
    const endedAt = clock();
    const decision = decideRetry(result, { failures: delivery.failures + 1, now: endedAt, random: random() });
    await recordAttempt(dataSource, { delivery, result, decision, attemptedAt, endedAt });
    logger.debug(
      { delivery_id: delivery.id, webhook_id: delivery.webhookId, status: result.statusCode },
      decision.kind,
    );
  }

  /** Gives a delivery whose attempt was cut back as it was. */
  async #release({ id, lease }: ClaimedDelivery): Promise<void> {
    await this.#options.dataSource.query(
      `UPDATE deliveries SET lease = NULL, leased_until = NULL WHERE id = $1 AND lease = $2`,
      [id, lease],
    );
  }

  #inFlight(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { webhookId } of this.#attempts) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
    return counts;
  }

  #pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, this.#options.pollMs * 2 ** Math.min(this.#failures, 10));
  }
}
