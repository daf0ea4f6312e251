import { DomainError } from '@ci/domain';

/** Keys that may be looked up, or wait for it, at the same time. A lookup takes a millisecond: the last of so many waits a tenth of a second. */
const MOST = 200;
/** Of one address: it does not keep another one's first request waiting. */
const MOST_OF_ONE = 20;

/** Bounds how many keys are looked up at once: more of them are `unavailable` for a second, before they wait for a connection. */
export class LookupLimit {
  readonly #running = new Map<string, number>();
  #all = 0;

  async run<T>(from: string, work: () => Promise<T>): Promise<T> {
    const own = this.#running.get(from) ?? 0;
    if (this.#all >= MOST || own >= MOST_OF_ONE) {
      throw new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' } });
    }
    this.#count(from, 1);
    try {
      return await work();
    } finally {
      this.#count(from, -1);
    }
  }

  #count(from: string, by: 1 | -1): void {
    this.#all += by;
    const own = (this.#running.get(from) ?? 0) + by;
    if (own === 0) this.#running.delete(from);
    else this.#running.set(from, own);
  }
}
