import type { EntityManager } from 'typeorm';

/** How many rows of these tables, and entries of their indexes, the connection of a transaction has read in it. */
export async function rowsRead(tx: EntityManager, ...tables: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ read: number }[]>(
    `SELECT sum(pg_stat_get_xact_tuples_returned(t.oid) + pg_stat_get_xact_tuples_fetched(t.oid)
       + (SELECT sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) FROM pg_index i WHERE i.indrelid = t.oid))::int AS read
     FROM pg_class t WHERE t.oid = ANY ($1::text[]::regclass[])`,
    [tables],
  );
  return row?.read ?? 0;
}
