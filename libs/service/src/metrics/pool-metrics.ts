import type { DataSource } from 'typeorm';
import type { Metrics } from '@ci/observability';

/** What pg-pool says of itself. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Shows the use of connection pools, by the names that are given. Asks no server. */
export function measurePools(metrics: Metrics, sources: Readonly<Record<string, DataSource>>): void {
  const ofEach = (value: (pool: Pool) => number) =>
    Object.entries(sources).flatMap(([pool, source]) => {
      const found = poolOf(source);
      return found === undefined ? [] : [{ labels: { pool }, value: value(found) }];
    });
  const labels = ['pool'];
  metrics.sampled({
    part: 'pools',
    freshMs: 0,
    gauges: {
      busy: { name: 'ci_database_connections_busy', help: 'Connections of the pool that work.', labels },
      most: { name: 'ci_database_connections_most', help: 'Connections that the pool may have.', labels },
      waiting: {
        name: 'ci_database_waiting',
        help: 'Requests of this process that wait for a connection of the pool.',
        labels,
      },
    },
    read: async () => ({
      busy: ofEach(({ totalCount, idleCount }) => totalCount - idleCount),
      most: ofEach(({ options }) => options.max),
      waiting: ofEach(({ waitingCount }) => waitingCount),
    }),
  });
}

/** TypeORM's types do not know it. Absent until the database was first reached. */
function poolOf(source: DataSource): Pool | undefined {
  return (source.driver as unknown as { readonly master?: Pool }).master;
}
