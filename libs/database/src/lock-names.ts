import type { EntityManager } from 'typeorm';

/**
 * Holds names of this schema until the transaction ends: alone, or together with others that hold them so. In the order of the names: two
 * transactions that want the same ones queue, and none waits for ever. The statement is sent at once, so it may go out with others (`sentTogether`).
 */
export async function lockNames(
  tx: EntityManager,
  names: readonly string[],
  how: 'alone' | 'together' = 'alone',
): Promise<void> {
  if (names.length === 0) return;
  const lock = how === 'together' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(
    `SELECT ${lock}(hashtextextended(current_schema() || '/' || name, 0)) FROM unnest($1::text[]) AS t (name)`,
    [[...new Set(names)].sort()],
  );
}
