/** How often an instance asks what others have changed. */
const POLL_MS = 400;
/** What was not checked for this long is not believed. */
export const STALE_MS = 1_000;

export interface ChangePollOptions {
  /** Takes in what has changed; `gapMs` ago that was done last, `Infinity` the first time. */
  readonly look: (gapMs: number) => Promise<void>;
  /** Once per outage. */
  readonly onAway: (error: unknown) => void;
  readonly onBack: () => void;
}

/** Limits the age of what an instance caches: `STALE_MS` after a commit, each instance has read it or knows that its cache is stale. */
export class ChangePoll {
  #lookedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #away = false;
  #stopped = false;

  constructor(private readonly options: ChangePollOptions) {}

  /** Returns when it was looked for the first time. */
  async start(): Promise<void> {
    const startedAt = performance.now();
    const { look, onAway, onBack } = this.options;
    try {
      await look(startedAt - this.#lookedAt);
      this.#lookedAt = startedAt;
      if (this.#away) onBack();
      this.#away = false;
    } catch (error) {
      if (this.#stopped) return;
      if (!this.#away) onAway(error);
      this.#away = true;
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.start(), Math.max(0, POLL_MS - (performance.now() - startedAt)));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Whether it was looked within the last second. */
  isFresh(): boolean {
    return performance.now() - this.#lookedAt < STALE_MS;
  }
}
