/** How often something is read, and for how long a caller waits for it. */
export interface SampleLimits {
  /** A reading serves all who ask within this time. Default: 5 s. */
  readonly freshMs?: number;
  /** Default: 1 s. */
  readonly timeoutMs?: number;
}

/** The last reading of something that may be slow or away. There is never more than one under way. */
export class Sample<Values> {
  #last: { readonly values: Values | undefined; readonly at: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly read: () => Promise<Values>,
    private readonly limits: SampleLimits = {},
  ) {}

  /** Undefined when it failed, or takes too long. */
  async values(): Promise<Values | undefined> {
    const { freshMs = 5_000, timeoutMs = 1_000 } = this.limits;
    if (this.#last !== undefined && performance.now() - this.#last.at < freshMs) return this.#last.values;
    this.#reading ??= this.#take();
    return (await endsWithin(this.#reading, timeoutMs)) ? this.#last?.values : undefined;
  }

  async #take(): Promise<void> {
    let values: Values | undefined;
    try {
      values = await this.read();
    } catch {
      // What is away is logged by its owner; here it is shown by its absence.
    }
    this.#last = { values, at: performance.now() };
    this.#reading = undefined;
  }
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
