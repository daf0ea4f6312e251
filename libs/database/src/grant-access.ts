import type { DataSource, EntityManager } from 'typeorm';
import { roleProblem } from './role-check.ts';
import { findPolicies } from './roles.sql.ts';
import { WORKSPACE_SETTING } from './row-level-security.ts';
import type { RoleAccess, SchemaAccess } from './schema-access.ts';

/** A role, what it is for (the name of its policies), and what it may do. */
export interface GrantedRole extends RoleAccess {
  readonly role: string;
  readonly purpose: string;
}

/** The names of the roles that a service runs under. */
export interface ServiceRoles {
  readonly requests: string;
  readonly worker: string;
}

/** Gives both roles of a service exactly what they need in its schema. */
export async function grantSchemaAccess(
  dataSource: DataSource,
  schema: string,
  roles: ServiceRoles,
  access: SchemaAccess,
): Promise<void> {
  for (const grant of grantsOf(roles, access)) await grantAccess(dataSource, schema, grant);
}

/** The same as a list. */
export function grantsOf(roles: ServiceRoles, access: SchemaAccess): GrantedRole[] {
  return [
    { role: roles.requests, purpose: 'requests', ...access.requests },
    { role: roles.worker, purpose: 'worker', ...access.worker },
  ];
}

/**
 * Gives a role exactly these rights on the tables of a schema, and takes all others from it. A role that works across workspaces gets a policy
 * on each table with row-level security on which it has rights. Run after each migration, by the owner; nothing changes for who is connected.
 */
export async function grantAccess(dataSource: DataSource, schema: string, granted: GrantedRole): Promise<void> {
  const problem = await roleProblem(dataSource, granted.role);
  if (problem !== undefined) throw new Error(problem);
  await dataSource.transaction(async (tx) => {
    await grantRights(tx, schema, granted);
    await givePolicies(tx, schema, granted);
  });
}

async function grantRights(tx: EntityManager, schema: string, { role, rights }: GrantedRole): Promise<void> {
  const [inSchema, grantee] = [quoted(schema), quoted(role)];
  await tx.query(`GRANT USAGE ON SCHEMA ${inSchema} TO ${grantee}`);
  await tx.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${inSchema} FROM ${grantee}`);
  for (const [table, allowed] of Object.entries(rights)) {
    await tx.query(`GRANT ${checkedRights(allowed)} ON ${inSchema}.${quoted(table)} TO ${grantee}`);
  }
}

/** Making a policy waits for every session that uses the table, so one that is there stays. */
async function givePolicies(
  tx: EntityManager,
  schema: string,
  { role, purpose, rights, rows }: GrantedRole,
): Promise<void> {
  const wanted = rows === 'all' ? Object.keys(rights) : [];
  const tables = await tx.query<PolicyRow[]>(findPolicies, [schema, role, purpose, wanted]);
  for (const { table, is_wanted, present, is_right } of tables) {
    if (is_wanted === is_right) continue;
    const target = `${quoted(schema)}.${quoted(table)}`;
    if (present) await tx.query(`DROP POLICY ${quoted(purpose)} ON ${target}`);
    if (is_wanted) {
      await tx.query(`CREATE POLICY ${quoted(purpose)} ON ${target} TO ${quoted(role)} USING (${acrossWorkspaces})`);
    }
  }
}

/**
 * A transaction that is confined to one workspace meets that one alone, by the table's own policy. The planner takes a bare IS NULL for a
 * condition that one row in two hundred meets, and reads a whole index where the first row would do; of `coalesce` it presumes one in two.
 */
const acrossWorkspaces = `coalesce(${WORKSPACE_SETTING} IS NULL, true)`;

interface PolicyRow {
  readonly table: string;
  readonly is_wanted: boolean;
  readonly present: boolean;
  readonly is_right: boolean;
}

function checkedRights(rights: string): string {
  if (!/^[A-Z]+(?: \([a-z_, ]+\))?(?:, [A-Z]+(?: \([a-z_, ]+\))?)*$/.test(rights)) throw new TypeError('no privileges');
  return rights;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
