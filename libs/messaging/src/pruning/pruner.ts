import { WakeablePause } from '../timing/wakeable-pause.ts';
import { uuidv7 } from '@ci/ids';
import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';
import { Lease } from '../relay/lease.ts';
import type { PruneTask } from './prune-task.ts';

export interface PrunerOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly tasks: readonly PruneTask[];
  /** Between two rounds. Default 10 minutes. */
  readonly intervalMs?: number;
  /** Rows of one statement. Default 1,000. */
  readonly batchSize?: number;
  /** Between two statements, for the others' sake. Default 20 ms. */
  readonly pauseMs?: number;
  /** How long an instance that fell silent keeps the others waiting. Default 1 minute. */
  readonly leaseMs?: number;
}

/** How many rows a round removed, by the name of the task; undefined: another instance is at it. */
export type PrunedRows = Readonly<Record<string, number>> | undefined;

/** Removes rows that are over: in small batches, one instance at a time, and never while the service stops. */
export class Pruner {
  private readonly lease: Lease;
  private readonly logger: Logger;
  private readonly pause = new WakeablePause();
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(private readonly options: PrunerOptions) {
    const { dataSource, leaseMs = 60_000 } = options;
    this.logger = options.logger.child({ component: 'pruning' });
    this.lease = new Lease(dataSource, { name: 'pruning', owner: uuidv7(), ttlMs: leaseMs });
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Returns when the statement that runs has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.pause.wake();
    await this.running;
  }

  /** One round over all tasks, to the end of each. A task that fails leaves the others their turn. */
  async runOnce(): Promise<PrunedRows> {
    if (!(await this.lease.hold())) return undefined;
    const pruned: Record<string, number> = {};
    try {
      for (const task of this.options.tasks) {
        if (this.isStopping()) break;
        pruned[task.name] = await this.exhaust(task).catch((error: unknown) => {
          this.logger.warn(
            { rows: task.name, err: error },
            'expired rows could not be removed; the next round tries again',
          );
          return 0;
        });
      }
    } finally {
      await this.lease.release();
    }
    return pruned;
  }

  private async run(): Promise<void> {
    const { intervalMs = 600_000 } = this.options;
    while (!this.isStopping()) {
      // Not at once: instances that start together would all begin with this. Some earlier, some later, so that each gets its turn.
      await this.pause.wait(intervalMs * (0.75 + Math.random() / 2));
      if (this.isStopping()) return;
      await this.runOnce().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'no expired row could be removed; the next round tries again'),
      );
    }
  }

  private async exhaust({ name, prune }: PruneTask): Promise<number> {
    const { dataSource, batchSize = 1_000, pauseMs = 20 } = this.options;
    let total = 0;
    for (;;) {
      const removed = await prune(dataSource, batchSize);
      total += removed;
      if (removed < batchSize) break;
      await this.pause.wait(pauseMs);
      if (this.isStopping() || !(await this.lease.hold())) break;
    }
    if (total > 0) this.logger.info({ rows: name, removed: total }, 'expired rows removed');
    return total;
  }

  /** A method, because it changes while one waits. */
  private isStopping(): boolean {
    return this.stopping;
  }
}
