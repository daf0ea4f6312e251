/** Written by hand: what the catalogs of Postgres say of a table, and its rows beside those of its copy. */

/** Every definition as text. pg_get_indexdef and pg_get_triggerdef qualify the table, whatever the search path. */
export const describeTable = `
  SELECT
    (SELECT string_agg(format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' NOT NULL' END,
              ' ' || pg_get_expr(d.adbin, d.adrelid)), ', ' ORDER BY a.attnum)
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    nullif(concat_ws(', ', array_to_string(c.reloptions, ', '),
      (SELECT string_agg('toast.' || setting, ', ') FROM pg_class t, unnest(t.reloptions) AS setting WHERE t.oid = c.reltoastrelid)), '')
      AS options,
    pg_get_userbyid(c.relowner) AS owner,
    c.relrowsecurity AS row_security, c.relforcerowsecurity AS forced_row_security,
    EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p') AS has_key,
    ARRAY(SELECT format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)) FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'x', 'f') ORDER BY k.contype = 'f', k.conname) AS constraints,
    ARRAY(SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
           WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = c.oid)
           ORDER BY i.indexrelid) AS indexes,
    ARRAY(SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY t.tgname) AS triggers,
    ARRAY(SELECT format('CREATE POLICY %I ON %%table%% AS %s FOR %s TO %s%s%s', p.policyname, p.permissive, p.cmd,
                   (SELECT string_agg(CASE role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(role) END, ', ') FROM unnest(p.roles) AS role),
                   ' USING (' || p.qual || ')', ' WITH CHECK (' || p.with_check || ')')
            FROM pg_policies p WHERE p.schemaname = n.nspname AND p.tablename = c.relname ORDER BY p.policyname) AS policies,
    ARRAY(SELECT format('GRANT %s%s ON %%table%% TO %s%s', right_.privilege_type, right_.columns,
                   CASE right_.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(right_.grantee)) END,
                   CASE WHEN right_.is_grantable THEN ' WITH GRANT OPTION' END)
            FROM (
              SELECT acl.grantee, acl.privilege_type, acl.is_grantable, '' AS columns FROM aclexplode(c.relacl) AS acl
              UNION ALL
              SELECT acl.grantee, acl.privilege_type, acl.is_grantable, format(' (%I)', a.attname)
                FROM pg_attribute a, aclexplode(a.attacl) AS acl WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            ) AS right_
           ORDER BY 1) AS grants,
    ARRAY(SELECT DISTINCT k.conrelid::regclass::text FROM pg_constraint k WHERE k.contype = 'f' AND k.confrelid = c.oid) AS referenced_by
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind = 'r'`;

export const selectKey = `
  SELECT a.attname AS name
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
  WHERE n.nspname = $1 AND c.relname = $2 AND k.contype = 'p' ORDER BY a.attnum`;

/** As texts: some types (json) know no equality, and a difference that no reader could see is none. */
const differ = 'o::text <> n::text';
const EXAMPLES = 5;

export const countDifferences = (source: string, first: string): string => `
  SELECT count(o.${first}) AS rows,
         count(*) FILTER (WHERE n.${first} IS NULL) AS only_old,
         count(*) FILTER (WHERE o.${first} IS NULL) AS only_new,
         count(*) FILTER (WHERE n.${first} IS NOT NULL AND o.${first} IS NOT NULL AND ${differ}) AS changed
  FROM ${source}`;

export const selectExamples = (source: string, first: string, name: string): string => `
  SELECT concat_ws('/', ${name}) AS id,
         ARRAY(SELECT key FROM jsonb_each_text(to_jsonb(o)) AS old JOIN jsonb_each_text(to_jsonb(n)) AS new USING (key)
                WHERE old.value IS DISTINCT FROM new.value) AS columns
  FROM ${source}
  WHERE n.${first} IS NULL OR o.${first} IS NULL OR ${differ}
  ORDER BY 1 LIMIT ${EXAMPLES}`;

/** Only from where it was read: the lock of a rebuild ends with its connection, and another process may have moved it since. */
export const moveRebuild = `
  WITH moved AS (
    UPDATE projection_rebuilds
    SET transaction_id = $4::xid8, global_position = $5, events = events + $6, updated_at = clock_timestamp()
    WHERE projection = $1 AND transaction_id = $2::xid8 AND global_position = $3 RETURNING 1
  ) SELECT * FROM moved`;
