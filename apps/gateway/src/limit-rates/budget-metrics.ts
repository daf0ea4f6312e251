import type { Metrics } from '@ci/observability';

/** How often counting was given up, and how much went uncounted: only the operator can see it. */
export class BudgetMetrics {
  readonly outages;
  readonly uncounted;

  constructor(metrics: Metrics) {
    this.outages = metrics.counter({
      name: 'ci_rate_store_outages_total',
      help: 'Times the store of the rate limits went away; until it was back requests were not counted, and passwords by each instance alone.',
    });
    this.uncounted = metrics.counter({
      name: 'ci_uncounted_requests_total',
      help: 'Requests that were allowed without being counted, because the store of the rate limits was away.',
    });
  }
}
