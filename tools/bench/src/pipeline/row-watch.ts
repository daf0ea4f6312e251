import type pg from 'pg';

/** Where a row appears, and by which column it is recognised. */
export interface WatchedRow {
  readonly table: string;
  readonly column: string;
  readonly condition?: string;
}

/**
 * Notes when rows become readable: one connection asks for those that are awaited, over and over with a millisecond's pause, by an indexed
 * column. What it sees is at most a pause and a query late; it adds one small query per millisecond to the database.
 */
export class RowWatch {
  private readonly awaited = new Map<string, (at: number) => void>();
  private stopped = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly client: pg.Client,
    private readonly row: WatchedRow,
    private readonly pauseMs = 1,
  ) {
    this.running = this.run();
  }

  /** When the row with this value was first seen, on performance.now()'s clock. */
  seen(value: string): Promise<number> {
    return new Promise((resolve) => this.awaited.set(value, resolve));
  }

  /** Asks no more for this one. */
  forget(value: string): void {
    this.awaited.delete(value);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    const { table, column, condition = 'true' } = this.row;
    const text = `SELECT ${column} AS value FROM ${table} WHERE ${column} = ANY ($1) AND ${condition}`;
    while (!this.stopped) {
      if (this.awaited.size > 0) {
        const { rows } = await this.client.query<{ value: string }>({
          name: 'watch',
          text,
          values: [[...this.awaited.keys()]],
        });
        const at = performance.now();
        for (const { value } of rows) {
          this.awaited.get(value)?.(at);
          this.awaited.delete(value);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }
}
