import type { DataSource } from 'typeorm';
import { StartRefused } from '@ci/errors';
import { describeRights, describeRole } from './roles.sql.ts';

/** A service was given a role that row-level security does not hold, or not the role that it needs. */
export class UnfitRole extends StartRefused {
  override readonly name: string = 'UnfitRole';
}

/** The role may be the right one: the migrations have not given it its rights, or are yet to make the schema. */
export class MissingRights extends UnfitRole {
  override readonly name = 'MissingRights';
}

/**
 * Why a role must not be what a service runs under in the schema of the connection: row-level security would not hold it. Undefined when it may.
 * Without a name: the role of the connection.
 */
export async function roleProblem(dataSource: DataSource, role?: string): Promise<string | undefined> {
  const [found] = await dataSource.query<RoleRow[]>(describeRole, [role ?? null]);
  if (found === undefined) {
    return `there is no database role "${role}": make it first (CREATE ROLE … LOGIN), as docs/database-roles.md shows`;
  }
  const { name, is_superuser, bypasses, owned } = found;
  const must = `row-level security does not hold it. Run the service under a role of its own: docs/database-roles.md`;
  if (is_superuser) return `the database role "${name}" is a superuser: ${must}`;
  if (bypasses) return `the database role "${name}" has BYPASSRLS: ${must}`;
  if (owned !== null) return `the database role "${name}" owns the table ${owned}, or may act as its owner: ${must}`;
  return undefined;
}

/** Throws when the role of the connection must not be what a service runs under, or has not been given its rights. */
export async function assertFitRole(dataSource: DataSource): Promise<void> {
  const problem = await roleProblem(dataSource);
  if (problem !== undefined) throw new UnfitRole(problem);
  const missing = await missingRights(dataSource);
  if (missing !== undefined) throw new MissingRights(missing);
}

/** A role that the migrations did not name may use the schema at most, and finds nothing in it. */
async function missingRights(dataSource: DataSource): Promise<string | undefined> {
  const [found] = await dataSource.query<{ name: string; schema: string; readable: boolean }[]>(describeRights);
  if (found === undefined || found.readable) return undefined;
  return `the database role "${found.name}" has no rights in the schema ${found.schema}: run the migrations with the same DATABASE_URL and WORKER_DATABASE_URL`;
}

interface RoleRow {
  readonly name: string;
  readonly is_superuser: boolean;
  readonly bypasses: boolean;
  readonly owned: string | null;
}
