import type { DataSource } from 'typeorm';

/** One kind of rows that are over after a while. */
export interface PruneTask {
  /** What is removed, for the log: 'inbox rows'. */
  readonly name: string;
  /**
   * Removes up to `limit` of them in one short statement, and answers how many. Must leave alone what is in use, and must bear that another
   * instance does the same at once: skip what is locked.
   */
  readonly prune: (dataSource: DataSource, limit: number) => Promise<number>;
}
