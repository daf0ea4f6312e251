import type { DataSource } from 'typeorm';

/** Clocks that run at different speeds drift apart by no more than a few milliseconds in this time. */
const KNOWN_FOR_MS = 10_000;

/**
 * The database's clock, read without asking for it each time. What it said lies in the past when the answer is here, so counting on from the
 * answer's arrival never gets ahead of it, and stays behind by a round trip at most.
 */
export class DatabaseClock {
  #said: { readonly at: number; readonly heard: number } | undefined;

  private constructor(private readonly dataSource: DataSource) {}

  /** All statements of a data source speak to one server. */
  static of(dataSource: DataSource): DatabaseClock {
    const clock = clocks.get(dataSource) ?? new DatabaseClock(dataSource);
    clocks.set(dataSource, clock);
    return clock;
  }

  /** Asks when nothing has been heard for a while. */
  async now(): Promise<Date> {
    if (this.#said === undefined || performance.now() - this.#said.heard > KNOWN_FOR_MS) {
      const [row] = await this.dataSource.query<{ readonly now: Date }[]>('SELECT clock_timestamp() AS now');
      if (row === undefined) throw new Error('the database does not tell the time');
      this.heard(row.now);
    }
    const { at, heard } = this.#said ?? { at: NaN, heard: NaN };
    return new Date(at + Math.floor(performance.now() - heard));
  }

  /** A time that the database has just reported, with any result. */
  heard(time: Date): void {
    this.#said = { at: time.getTime(), heard: performance.now() };
  }

  forget(): void {
    this.#said = undefined;
  }
}

const clocks = new WeakMap<DataSource, DatabaseClock>();
