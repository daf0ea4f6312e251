import { inTransaction } from '@ci/database';
import { WakeablePause } from '@ci/messaging';
import { OutageLog, type Logger } from '@ci/observability';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock.ts';
import { takeRecoveryStep } from './recovery-step.ts';

export interface RecoveryWorkerOptions {
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Deliveries are due. */
  readonly onScheduled: () => void;
}

const WHILE_RUNNING_MS = 50;
const WHILE_NONE_RUNS_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;

/** Carries recoveries on, batch by batch. Every instance has one; who takes a step is decided by Postgres. */
export class RecoveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #options: RecoveryWorkerOptions;
  readonly #outage: OutageLog;
  readonly #pause = new WakeablePause();
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(options: RecoveryWorkerOptions) {
    this.#options = options;
    this.#outage = new OutageLog(options.logger.child({ component: 'recovery' }), {
      begins: 'recoveries cannot go on; trying again',
      ends: 'recoveries go on',
    });
  }

  onApplicationBootstrap(): void {
    this.#running ??= this.#run();
  }

  /** Returns when the step that runs has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    this.#pause.wake();
    await this.#running;
  }

  /** A recovery was begun: called right after the commit. */
  wake(): void {
    this.#pause.wake();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) await this.#pause.wait(await this.#stepsThenPauseMs());
  }

  async #stepsThenPauseMs(): Promise<number> {
    const { dataSource, clock, onScheduled } = this.#options;
    try {
      while (!this.#stopping && (await inTransaction(dataSource, (tx) => takeRecoveryStep(tx, clock())))) onScheduled();
      const running = await dataSource.query<unknown[]>(`SELECT 1 FROM recoveries WHERE status = 'running' LIMIT 1`);
      this.#outage.worked();
      return running.length > 0 ? WHILE_RUNNING_MS : WHILE_NONE_RUNS_MS;
    } catch (error) {
      this.#outage.failed(error);
      return Math.min(LONGEST_PAUSE_MS, WHILE_NONE_RUNS_MS * this.#outage.failures);
    }
  }
}
