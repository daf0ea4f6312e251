import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends each row is looked up by an index, and order comes from indexes, whatever the statistics say: for tables that have
 * none yet or that change faster, and because the planner takes the condition of a policy for one that next to nothing meets.
 */
export async function planByIndex(tx: EntityManager): Promise<void> {
  await tx.query(`SELECT set_config(name, 'off', true) FROM unnest($1::text[]) AS name`, [
    ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort', 'jit'],
  ]);
}
