import { WakeablePause } from '@ci/messaging';
import { OutageLog, type Logger } from '@ci/observability';

export interface ClaimLoopOptions {
  readonly logger: Logger;
  /** How long it waits when nothing wakes it. */
  readonly pollMs: () => number;
  /** Claims and begins due attempts, and returns how many it has begun. */
  readonly beginDue: () => Promise<number>;
  /** Whether more may be due that could begin now. */
  readonly mayBeginMore: () => boolean;
}

const LONGEST_PAUSE_MS = 5_000;

/** Claims due deliveries: after a commit or the end of an attempt, which wake it, and at intervals. Failures lengthen the intervals. */
export class ClaimLoop {
  readonly #pause = new WakeablePause();
  readonly #outage: OutageLog;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(private readonly options: ClaimLoopOptions) {
    this.#outage = new OutageLog(options.logger, {
      begins: 'deliveries cannot be claimed; trying again',
      ends: 'deliveries are claimed again',
    });
  }

  get isRunning(): boolean {
    return this.#running !== undefined && !this.#stopping;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  wake(): void {
    this.#pause.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#pause.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { mayBeginMore, pollMs } = this.options;
    while (!this.#stopping) {
      const begun = await this.#beginDue();
      if (begun > 0 && mayBeginMore()) continue;
      await this.#pause.wait(Math.min(LONGEST_PAUSE_MS, pollMs() * 2 ** Math.min(this.#outage.failures, 10)));
    }
  }

  async #beginDue(): Promise<number> {
    try {
      const begun = await this.options.beginDue();
      this.#outage.worked();
      return begun;
    } catch (error) {
      this.#outage.failed(error);
      return 0;
    }
  }
}
