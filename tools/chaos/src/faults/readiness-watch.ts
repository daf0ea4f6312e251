import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName, type System } from '@ci/testing/system';
import type { ReadinessChange } from '../ledger/facts.ts';

const INTERVAL_MS = 250;

/** Asks every service now and then whether it is ready, and notes when that changes. */
export class ReadinessWatch {
  readonly changes: ReadinessChange[] = [];
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;

  constructor(
    private readonly system: System,
    private readonly clock: () => number,
  ) {
    this.#running = Promise.all(serviceNames.map((service) => this.#watch(service)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Those that are not ready now. */
  get unready(): readonly ServiceName[] {
    return serviceNames.filter((service) => this.changes.findLast((one) => one.service === service)?.ready !== true);
  }

  async #watch(service: ServiceName): Promise<void> {
    let last: boolean | undefined;
    while (!this.#stopping.signal.aborted) {
      const ready = await this.system.isReady(service).catch(() => false);
      if (ready !== last) this.changes.push({ service, atMs: this.clock(), ready });
      last = ready;
      await delay(INTERVAL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}
