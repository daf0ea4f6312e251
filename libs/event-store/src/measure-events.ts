import type { Metrics } from '@ci/observability';
import type { DataSource } from 'typeorm';

/**
 * Shows how far readers of the whole store are behind. They read up to the oldest transaction that is still open in the whole cluster,
 * whoever opened it: what was committed since waits, and rebuilds and republications with it.
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

const selectHidden = `
  SELECT count(*)::int AS events, greatest(coalesce(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0), 0)::float8 AS lag
  FROM (
    SELECT recorded_at FROM events
    WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY transaction_id, global_position
    LIMIT 10000
  ) AS hidden`;
