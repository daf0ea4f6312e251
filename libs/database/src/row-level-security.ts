/** What row-level security goes by: NULL, which equals nothing, when it was never set or is set to nothing. */
export const WORKSPACE_SETTING = `nullif(current_setting('app.workspace', true), '')`;

/** Which tables hold data of workspaces, and in which column the workspace's id is. */
export interface WorkspaceTables {
  readonly tables: readonly string[];
  /** Default: `workspace_id`. */
  readonly column?: string;
}

/**
 * Statements for a migration: a statement on these tables meets the rows of the workspace that is set on the connection and no others, to
 * read as to write. FORCE: the owner too; it may do everything to tables anyway, and says so with a separate policy.
 *
 * Who legitimately works across workspaces gets a policy with its rights: `grantAccess`.
 */
export function rowLevelSecurity({ tables, column = 'workspace_id' }: WorkspaceTables): string[] {
  return tables.flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY workspace ON ${table} USING (${column} = ${WORKSPACE_SETTING})`,
    `CREATE POLICY owner ON ${table} TO CURRENT_USER USING (true)`,
  ]);
}
