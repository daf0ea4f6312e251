import { DomainError } from '@ci/domain';

export interface TurnLimits {
  /** How many work at once. */
  readonly atOnce: number;
  /** How long the next may wait before it is refused. */
  readonly waitMs: number;
}

/** Work that is dear, only so much of it at once, first come first served; what waits too long is `unavailable`. */
export class Turns {
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly limits: TurnLimits) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.limits.atOnce) this.#taken += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      this.#grantNext();
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' } }));
      }, this.limits.waitMs);
      this.#waiting.add(begin);
    });
  }

  /** To the caller that has waited longest. */
  #grantNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
