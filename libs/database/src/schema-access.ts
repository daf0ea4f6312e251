/** A table's privileges as GRANT takes them, such as `SELECT, UPDATE (last_used_at)`. */
export type TableRights = string;

/** What a role may do with which tables; nothing with the others. */
export type RoleRights = Readonly<Record<string, TableRights>>;

/** What one of the roles that a service runs under may do. */
export interface RoleAccess {
  readonly rights: RoleRights;
  /** `workspace`: only rows of the workspace that is set. `all`: those of all, until one is set. */
  readonly rows: 'workspace' | 'all';
}

/** The roles of a service's schema beside its owner. */
export interface SchemaAccess {
  /** The role of DATABASE_URL, under which requests are answered. */
  readonly requests: RoleAccess;
  /** The role of WORKER_DATABASE_URL: relay, consumers, jobs, pruning, and operators' commands. */
  readonly worker: RoleAccess;
}

/** The rights on the tables of several libraries, table by table. */
export function combinedRights(...all: readonly RoleRights[]): RoleRights {
  const rights: Record<string, string> = {};
  for (const [table, more] of all.flatMap((some) => Object.entries(some))) {
    rights[table] = rights[table] === undefined ? more : `${rights[table]}, ${more}`;
  }
  return rights;
}
