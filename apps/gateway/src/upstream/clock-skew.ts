import type { Metrics } from '@ci/observability';
import type { ServiceName } from '../service-names.ts';

const AT_MOST_EVERY_MS = 1_000;
/** `Date` is in whole seconds, of which on average half has passed. */
const HALF_OF_A_SECOND_MS = 500;

/**
 * How far the services' clocks are from this one's, by the `Date` of their answers, to a second. They refuse tokens that are five seconds
 * from the future, and each request is 500 then: this shows before.
 */
export class ClockSkew {
  readonly #noted = new Map<ServiceName, { readonly atMs: number; readonly seconds: number }>();

  constructor(private readonly nowMs: () => number = () => Date.now()) {}

  note(service: ServiceName, date: string | undefined): void {
    const atMs = this.nowMs();
    const before = this.#noted.get(service);
    if (date === undefined || (before !== undefined && Math.abs(atMs - before.atMs) < AT_MOST_EVERY_MS)) return;
    const reported = Date.parse(date);
    if (!Number.isNaN(reported))
      this.#noted.set(service, { atMs, seconds: (reported + HALF_OF_A_SECOND_MS - atMs) / 1_000 });
  }

  /** By service; positive where its clock is ahead. */
  readings(): { readonly labels: { readonly to: string }; readonly value: number }[] {
    return [...this.#noted].map(([to, { seconds }]) => ({ labels: { to }, value: seconds }));
  }

  measure(metrics: Metrics): void {
    metrics.sampled({
      part: 'clocks',
      freshMs: 0,
      gauges: {
        skew: {
          name: 'ci_clock_skew_seconds',
          help: 'How far the clock of a service (`to`) is ahead of the gateway’s, to a second, by its latest answer. Tokens stand 5.',
          labels: ['to'],
        },
      },
      read: () => Promise.resolve({ skew: this.readings() }),
    });
  }
}
