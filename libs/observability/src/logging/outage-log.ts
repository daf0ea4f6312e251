import type { Logger } from './logger.ts';

/** One line when something begins to fail and one when it works again, however many attempts fail in between and however many at once. */
export class OutageLog {
  readonly #logger: Logger;
  readonly #lines: { readonly begins: string; readonly ends: string };
  #failures = 0;

  constructor(logger: Logger, lines: { readonly begins: string; readonly ends: string }) {
    this.#logger = logger;
    this.#lines = lines;
  }

  /** Since it last worked. */
  get failures(): number {
    return this.#failures;
  }

  failed(error: unknown): void {
    this.#failures += 1;
    if (this.#failures === 1) this.#logger.warn({ err: error }, this.#lines.begins);
  }

  worked(): void {
    if (this.#failures > 0) this.#logger.info({ failures: this.#failures }, this.#lines.ends);
    this.#failures = 0;
  }
}
