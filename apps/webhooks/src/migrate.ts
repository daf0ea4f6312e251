import 'reflect-metadata';
import { runMigrations, type RuntimeGrant } from '@ci/platform';
import { readMigrationConfig, type MigrationConfig } from './config.ts';
import { migrations } from './database/data-source.ts';

const config = readMigrationConfig();
const names = await runMigrations({
  url: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
  schema: config.DATABASE_SCHEMA,
  migrations,
  grants: runtimeGrants(config),
});
process.stdout.write(`${config.DATABASE_SCHEMA}: ${names.length === 0 ? 'up to date' : names.join(', ')}\n`);

/** A role that owns the tables needs no grant, and taking rights from it would take them from the owner. */
function runtimeGrants({ DATABASE_URL, MIGRATION_DATABASE_URL = DATABASE_URL }: MigrationConfig): RuntimeGrant[] {
  const [role, owner] = [roleOf(DATABASE_URL), roleOf(MIGRATION_DATABASE_URL)];
  return role === owner ? [] : [{ role, appendOnly: ['events'] }];
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
