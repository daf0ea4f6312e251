import { configOrExit, createLogger, runMigrations } from '@ci/platform';
import { readConfig } from './config.ts';
import { migrations } from './database/schema.ts';

const config = configOrExit(readConfig);
const ran = await runMigrations({
  url: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
  schema: config.DATABASE_SCHEMA,
  migrations,
  grants: [{ role: decodeURIComponent(new URL(config.DATABASE_URL).username), appendOnly: ['events'] }],
});
createLogger({ service: 'gateway', level: config.LOG_LEVEL }).debug({ ran }, 'schema is up to date');
