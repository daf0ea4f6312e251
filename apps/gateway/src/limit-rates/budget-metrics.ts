import { Counter, type Registry } from 'prom-client';

/** How often counting was given up, and how much went uncounted: nobody but the operator notices. */
export class BudgetMetrics {
  readonly outages: Counter;
  readonly uncounted: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.outages = new Counter({
      name: 'gateway_rate_store_outages_total',
      help: 'Times the store of the rate limits went away; until it was back every request was allowed.',
      registers,
    });
    this.uncounted = new Counter({
      name: 'gateway_uncounted_requests_total',
      help: 'Requests that were allowed without being counted, because the store of the rate limits was away.',
      registers,
    });
  }
}
