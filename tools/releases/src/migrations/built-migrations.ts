import { outputOf } from '../output-of.ts';
import type { MigrationsByName } from './released-migrations.ts';

/** What the migrations of a service say today, as it was built last. */
export async function builtMigrations(workspace: string, service: string): Promise<MigrationsByName> {
  const args = ['--disable-warning=ExperimentalWarning', 'tools/releases/src/migrations/print-statements.ts', service];
  return JSON.parse(await outputOf(workspace, process.execPath, args)) as MigrationsByName;
}
