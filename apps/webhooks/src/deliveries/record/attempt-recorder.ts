import { WakeablePause } from '@ci/messaging';
import { OutageLog, type Logger } from '@ci/observability';
import { isTransientDatabaseError } from '@ci/errors';
import type { DataSource } from 'typeorm';
import { recordAttempts, type MadeAttempt } from './record-attempts.ts';

export interface AttemptRecorderOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** These are stored, or given up because they can not be. */
  readonly onSettled: (attempts: readonly MadeAttempt[]) => void;
}

const MOST_TOGETHER = 500;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Stores the results of attempts: one at once when there is one, and what gathers while a transaction is under way together in the next.
 * While the database is away they wait here; if this process dies, the leases run out and the attempts are made again.
 */
export class AttemptRecorder {
  readonly #pause = new WakeablePause();
  readonly #outage: OutageLog;
  #waiting: MadeAttempt[] = [];
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly options: AttemptRecorderOptions) {
    this.#outage = new OutageLog(options.logger, {
      begins: 'attempts cannot be recorded; their results wait',
      ends: 'attempts are recorded again',
    });
  }

  add(attempt: MadeAttempt): void {
    this.#waiting.push(attempt);
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Ends without what can not be stored now: it is attempted again, under the same webhook-id, when the leases have run out. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#pause.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_TOGETHER);
      const left = await this.#record(batch);
      this.#waiting.unshift(...left);
      if (left.length === 0) continue;
      if (this.#stopped && this.#outage.failures > 0) return;
      await this.#pause.wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#outage.failures, 10)));
    }
  }

  /** What has to be tried again. */
  async #record(batch: readonly MadeAttempt[]): Promise<readonly MadeAttempt[]> {
    const { dataSource, logger, onSettled } = this.options;
    try {
      const locked = await recordAttempts(dataSource, batch);
      this.#outage.worked();
      onSettled(batch.filter((attempt) => !locked.includes(attempt)));
      return locked;
    } catch (error) {
      if (isTransientDatabaseError(error)) {
        this.#outage.failed(error);
        return batch;
      }
      // One that can not be stored for what it holds must not take the others with it.
      if (batch.length > 1) return this.#recordEach(batch);
      logger.error({ err: error, delivery_id: batch[0]?.delivery.id }, 'an attempt could not be recorded');
      onSettled(batch);
      return [];
    }
  }

  async #recordEach(batch: readonly MadeAttempt[]): Promise<MadeAttempt[]> {
    const left: MadeAttempt[] = [];
    for (const attempt of batch) left.push(...(await this.#record([attempt])));
    return left;
  }
}
