import { until } from '@ci/testing';
import { innerServices, queryDatabase, type System } from '@ci/testing/system';

/** Waits until what the API accepted has been worked off, and gives what could not be: messages that a service has parked. */
export async function parkedMessages({ options }: System): Promise<readonly string[]> {
  const where = { adminUrl: options.adminDatabaseUrl, database: options.database };
  const waiting = [...innerServices.map((service) => `${service}.outbox`), 'summarization.analysis_jobs'];
  const count = (tables: readonly string[]): string =>
    tables.map((table) => `SELECT '${table}' AS name, count(*)::int AS rows FROM ${table}`).join(' UNION ALL ');
  await until(
    async () => (await queryDatabase<{ rows: number }>(where, count(waiting))).every(({ rows }) => rows === 0),
    { timeoutMs: 120_000, intervalMs: 250, describe: 'outboxes and analysis jobs are empty' },
  );
  const parked = innerServices.flatMap((service) => [`${service}.outbox_parked`, `${service}.parked_messages`]);
  const found = await queryDatabase<{ name: string; rows: number }>(where, count(parked));
  return found.filter(({ rows }) => rows > 0).map(({ name, rows }) => `${name}: ${rows}`);
}
