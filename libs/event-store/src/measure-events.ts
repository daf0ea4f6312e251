import type { Metrics } from '@ci/observability';
import type { DataSource } from 'typeorm';

import { selectHidden } from './stored-events.sql.ts';

/**
 * Shows how far readers of the whole store are behind. They read up to the oldest transaction that is still open in the whole cluster,
 * by any client: what was committed since waits, and rebuilds and republications with it.
 */
export function measureEvents(metrics: Metrics, database: Pick<DataSource, 'query'>): void {
  metrics.sampled({
    part: 'events',
    gauges: {
      events: {
        name: 'ci_events_behind_horizon',
        help: 'Stored events that readers of the whole store do not see yet, because an older transaction is open; 10,000 are 10,000 or more.',
      },
      lag: {
        name: 'ci_events_horizon_lag_seconds',
        help: 'Age of the oldest of them: how far rebuilds and republications are behind. 0 when there is none.',
      },
    },
    read: async () => {
      const [row] = await database.query<[{ events: number; lag: number }]>(selectHidden);
      return row;
    },
  });
}
