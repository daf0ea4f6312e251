import type { LookupAddress, LookupOptions } from 'node:dns';

/** Finds all addresses of a name. */
export type ResolveAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Each holds one of the four threads that files, the database's and Kafka's names are waited for with, too. */
const AT_ONCE = 2;

/**
 * The system's own lookup of names, a few at a time. One that waits too long for its turn has failed: what cannot be resolved now is
 * attempted again later.
 */
export class SystemLookups {
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  constructor(
    private readonly lookup: ResolveAll,
    private readonly timeoutMs: number,
  ) {}

  async find(name: string): Promise<LookupAddress[]> {
    await this.#turn();
    return new Promise((resolve, reject) => {
      this.lookup(name, { all: true }, (error, addresses) => {
        this.#underWay -= 1;
        this.#next();
        if (error === null) resolve(addresses);
        else reject(error);
      });
    });
  }

  async #turn(): Promise<void> {
    if (this.#underWay < AT_ONCE) {
      this.#underWay += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        reject(Object.assign(new Error('too many names are being looked up'), { code: 'EAI_AGAIN' }));
      }, this.timeoutMs);
      this.#waiting.add(start);
    });
  }

  #next(): void {
    const [start] = this.#waiting;
    if (start === undefined || this.#underWay >= AT_ONCE) return;
    this.#waiting.delete(start);
    this.#underWay += 1;
    start();
  }
}
