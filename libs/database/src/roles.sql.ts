/** Written by hand: what the catalogs of Postgres say of a role. */

/** A member of the role that owns a table may act as it, and row-level security holds neither. */
export const describeRole = `
  SELECT r.rolname AS name, r.rolsuper AS is_superuser, r.rolbypassrls AS bypasses,
         (SELECT min(c.relname::text) FROM pg_class c
           WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS owned
  FROM pg_roles r WHERE r.rolname = coalesce($1, current_user)`;

/** One right on one table will do, be it on one of its columns: the migrations give a role what it needs and no more. */
export const describeRights = `
  SELECT current_user AS name, current_setting('search_path') AS schema, EXISTS (
    SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND (has_table_privilege(oid, 'SELECT, INSERT, UPDATE, DELETE') OR has_any_column_privilege(oid, 'SELECT'))
  ) AS readable`;

/** Postgres keeps the condition of a policy parsed, and prints it in another form: the one across workspaces begins with COALESCE. */
export const findPolicies = `
  SELECT c.relname AS table, c.relname = ANY ($4::text[]) AS is_wanted, p.oid IS NOT NULL AS present,
         coalesce(p.polroles = ARRAY(SELECT oid FROM pg_roles WHERE rolname = $2)
                  AND pg_get_expr(p.polqual, p.polrelid) LIKE 'COALESCE(%', false) AS is_right
  FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = $3
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relrowsecurity`;

export const findConnections = `
  WITH limits AS (
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - current_setting('reserved_connections')::int AS server,
           (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user) AS role,
           (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()) AS database
  )
  SELECT server, least(server, role, database) AS allowed,
         -- Of others a plain role sees who and where, and not what kind of process: only clients have a database and a role.
         (SELECT count(*)::int FROM pg_stat_activity
          WHERE datid IS NOT NULL AND usesysid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)) AS others
  FROM limits`;
