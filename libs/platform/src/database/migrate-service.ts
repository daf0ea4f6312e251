import { z } from 'zod';
import { databaseConfig } from '../config/config-shapes.ts';
import { configOrExit } from '../config/config-or-exit.ts';
import { loadConfig, type Environment } from '../config/load-config.ts';
import { runMigrations, type MigrationOptions, type RuntimeGrant } from './run-migrations.ts';

const schemaOfVariables = z.object(databaseConfig);
type MigrationConfig = z.infer<typeof schemaOfVariables>;

/**
 * What a service's `migrate.ts` does: brings its schema up to date as the role of MIGRATION_DATABASE_URL, and grants the role of
 * DATABASE_URL what it needs: everything but changing and deleting events and the record of operator actions. Prints one line.
 */
export async function migrateService(
  service: string,
  migrations: MigrationOptions['migrations'],
  env?: Environment,
): Promise<void> {
  const config = configOrExit(() => loadConfig(schemaOfVariables, env));
  const schema = config.DATABASE_SCHEMA ?? service;
  const names = await runMigrations({
    url: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
    schema,
    migrations,
    grants: runtimeGrants(config),
  });
  process.stdout.write(`${schema}: ${names.length === 0 ? 'up to date' : names.join(', ')}\n`);
}

/** A role that owns the tables needs no grant, and taking rights from it would take them from the owner. */
function runtimeGrants({ DATABASE_URL, MIGRATION_DATABASE_URL = DATABASE_URL }: MigrationConfig): RuntimeGrant[] {
  const [role, owner] = [roleOf(DATABASE_URL), roleOf(MIGRATION_DATABASE_URL)];
  return role === owner ? [] : [{ role, appendOnly: ['events', 'operator_actions'] }];
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
