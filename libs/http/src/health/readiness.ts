import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';

/** The injection token of the health module's options. */
export const HEALTH_OPTIONS = Symbol('HEALTH_OPTIONS');

/** What has to answer before a service takes requests. */
export interface HealthOptions {
  /** By name; each resolves when its dependency is there and rejects when it is not. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** How long one check may take. Default: 2 s. */
  readonly timeoutMs?: number;
}

/** Whether a service is ready, and which dependency is not. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** Knows whether the service can do its work now. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  readonly #options: HealthOptions;
  #stopping = false;

  constructor(@Inject(HEALTH_OPTIONS) options: HealthOptions) {
    this.#options = options;
  }

  async report(): Promise<ReadinessReport> {
    const names = Object.entries(this.#options.checks);
    const results = await Promise.all(names.map(async ([name, check]) => [name, await this.#resultOf(check)] as const));
    const checks = Object.fromEntries(this.#stopping ? [...results, ['shutdown', 'failed' as const]] : results);
    return { ready: Object.values(checks).every((result) => result === 'ok'), checks };
  }

  /** From now on it is not ready: it stops, or is about to. */
  stopAccepting(): void {
    this.#stopping = true;
  }

  onModuleDestroy(): void {
    this.stopAccepting();
  }

  async #resultOf(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
    const limit = new AbortController();
    const tooLate = delay(this.#options.timeoutMs ?? 2_000, 'failed' as const, { signal: limit.signal, ref: false });
    const outcome = Promise.resolve()
      .then(check)
      .then(
        () => 'ok' as const,
        () => 'failed' as const,
      );
    try {
      return await Promise.race([outcome, tooLate]);
    } finally {
      tooLate.catch(() => undefined);
      limit.abort();
    }
  }
}
