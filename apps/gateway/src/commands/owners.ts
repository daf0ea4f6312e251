import type { EntityManager } from 'typeorm';

/** The owners of a workspace, by id. */
export async function ownersOf(tx: EntityManager, workspaceId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM members WHERE workspace_id = $1 AND role = 'owner' AND removed_at IS NULL`,
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

/**
 * The owners until the transaction ends. Whatever makes, ends or relies on an owner takes this lock first: two owners who leave at once would
 * otherwise count on each other, and a link could be made or accepted while its maker is removed.
 */
export async function lockOwners(tx: EntityManager, workspaceId: string): Promise<readonly string[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' owners of ' || $1, 0))`, [
    workspaceId,
  ]);
  return ownersOf(tx, workspaceId);
}
