import type { EntityManager } from 'typeorm';

/** A table is read, joined or sorted as a whole where nothing else is possible. A forbidden step counts as very costly, and JIT would compile it. */
export const BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  jit: 'off',
} as const;

/**
 * Until the transaction ends each row is looked up by an index, and order comes from indexes, whatever the statistics say: for tables that have
 * none yet or that change faster, and because the planner takes the condition of a policy for one that next to nothing meets.
 */
export async function planByIndex(tx: EntityManager): Promise<void> {
  await tx.query(`SELECT set_config(name, 'off', true) FROM unnest($1::text[]) AS name`, [Object.keys(BY_INDEX)]);
}
