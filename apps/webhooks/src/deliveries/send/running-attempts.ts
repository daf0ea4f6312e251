interface RunningAttempt {
  readonly webhookId: string;
  readonly cut: AbortController;
  readonly done: Promise<void>;
}

/** The attempts that are under way in this instance. */
export class RunningAttempts {
  readonly #running = new Set<RunningAttempt>();

  get endpoints(): Iterable<string> {
    return [...this.#running].map(({ webhookId }) => webhookId);
  }

  /** Runs an attempt that can be cut, and `ended` with its result. Neither may throw. */
  run<Result>(
    webhookId: string,
    attempt: (signal: AbortSignal) => Promise<Result>,
    ended: (result: Result) => void,
  ): void {
    const cut = new AbortController();
    const running = { webhookId, cut, done: Promise.resolve() };
    running.done = attempt(cut.signal).then((result) => {
      this.#running.delete(running);
      ended(result);
    });
    this.#running.add(running);
  }

  /** Those of one endpoint, or all. */
  cut(webhookId?: string): void {
    for (const running of this.#running)
      if (webhookId === undefined || running.webhookId === webhookId) running.cut.abort();
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.#running].map(({ done }) => done));
  }
}
