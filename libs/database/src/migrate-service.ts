import { z } from 'zod';
import {
  adminDatabaseConfig,
  configOrExit,
  databaseConfig,
  loadConfig,
  ownerDatabaseConfig,
  workerDatabaseConfig,
  type Environment,
} from '@ci/config';
import { grantsOf } from './grant-access.ts';
import { provisionSchema, roleOf } from './provision-schema.ts';
import { runMigrations, type MigrationOptions } from './run-migrations.ts';
import type { SchemaAccess } from './schema-access.ts';

const schemaOfVariables = z.object({
  ...databaseConfig,
  ...workerDatabaseConfig,
  ...ownerDatabaseConfig,
  ...adminDatabaseConfig,
});

/** What the migrations of a service consist of. */
export interface ServiceSchema {
  readonly migrations: MigrationOptions['migrations'];
  readonly access: SchemaAccess;
}

/**
 * What a service's `migrate.ts` does: brings its schema up to date as the role of MIGRATION_DATABASE_URL, and grants the roles of DATABASE_URL
 * and WORKER_DATABASE_URL what each needs and no more. Where ADMIN_DATABASE_URL is given, that administrator makes the three roles and the schema
 * before. Prints one line.
 */
export async function migrateService(
  service: string,
  { migrations, access }: ServiceSchema,
  env?: Environment,
): Promise<void> {
  const config = configOrExit(() => loadConfig(schemaOfVariables, env));
  const schema = config.DATABASE_SCHEMA ?? service;
  if (config.ADMIN_DATABASE_URL !== undefined) {
    await provisionSchema(config.ADMIN_DATABASE_URL, {
      schema,
      ownerUrl: config.MIGRATION_DATABASE_URL,
      serviceUrls: [config.DATABASE_URL, config.WORKER_DATABASE_URL],
    });
  }
  const names = await runMigrations({
    url: config.MIGRATION_DATABASE_URL,
    schema,
    migrations,
    grants: grantsOf({ requests: roleOf(config.DATABASE_URL), worker: roleOf(config.WORKER_DATABASE_URL) }, access),
  });
  process.stdout.write(`${schema}: ${names.length === 0 ? 'up to date' : names.join(', ')}\n`);
}
