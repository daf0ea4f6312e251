import { setTimeout as delay } from 'node:timers/promises';
import type { RunningCopy } from '../copy/running-copy.ts';
import { instanceNames, type InstanceName } from '../instances.ts';
import type { ReadinessChange } from '../ledger/facts.ts';

const INTERVAL_MS = 250;

/** Asks every instance now and then whether it is ready, and notes when that changes. */
export class ReadinessWatch {
  readonly changes: ReadinessChange[] = [];
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;

  constructor(
    private readonly instances: RunningCopy['instances'],
    private readonly clock: () => number,
  ) {
    this.#running = Promise.all(instanceNames.map((name) => this.#watch(name)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Those that are not ready now. */
  get unready(): readonly InstanceName[] {
    return instanceNames.filter((name) => this.changes.findLast(({ instance }) => instance === name)?.ready !== true);
  }

  async #watch(instance: InstanceName): Promise<void> {
    let last: boolean | undefined;
    while (!this.#stopping.signal.aborted) {
      const ready = (await this.instances[instance]?.isReady().catch(() => false)) ?? false;
      if (ready !== last) this.changes.push({ instance, atMs: this.clock(), ready });
      last = ready;
      await delay(INTERVAL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}
