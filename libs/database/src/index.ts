/** Postgres: connections, transactions, workspaces, migrations, rights. */
export { confineTo } from './confine-to.ts';
export { connectOnce } from './connect-once.ts';
export { createDataSource, type DatabaseLimits, type DatabaseOptions } from './data-source.ts';
export { databaseChecks } from './database-checks.ts';
export { DatabaseModule, poolToken, type ServiceDatabaseOptions, WORKER_DATA_SOURCE } from './database.module.ts';
export { columnsOf, rowOf, selected } from './entity-columns.ts';
export { type GrantedRole, grantSchemaAccess, type ServiceRoles } from './grant-access.ts';
export { migrateService, type ServiceSchema } from './migrate-service.ts';
export { planByIndex } from './plan-by-index.ts';
export { UnfitRole } from './role-check.ts';
export { rowLevelSecurity, type WorkspaceTables } from './row-level-security.ts';
export { lockNames } from './lock-names.ts';
export { type MigrationOptions, runMigrations } from './run-migrations.ts';
export { combinedRights, type RoleAccess, type RoleRights, type SchemaAccess } from './schema-access.ts';
export { sentTogether } from './sent-together.ts';
export { AwaitedParts } from './start/awaited-parts.ts';
export { PLAN_ANEW, PLAN_ANEW_COMMENT, type Statement } from './statement.ts';
export { currentWorkspace, inWorkspace } from './workspace-context.ts';
