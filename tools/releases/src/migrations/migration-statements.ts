import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What a migration says to the database, in order. */
type Statements = readonly string[];

/** The part of TypeORM's migrations and query runners that migrations here use. What else one may call is refused by not being there. */
interface Migration {
  up(runner: { query(sql: string, parameters?: readonly unknown[]): Promise<readonly unknown[]> }): Promise<void>;
}

/**
 * What each migration of a service says when it is run, by its name: `1763720000000-contacts`. Which there are, its sources say; `fileOf` says
 * what is run of each.
 */
export async function migrationStatements(
  sources: string,
  fileOf: (name: string) => string,
): Promise<Readonly<Record<string, Statements>>> {
  const files = readdirSync(sources).filter((file) => file.endsWith('.migration.ts'));
  const names = files.map((file) => file.replace('.migration.ts', ''));
  const migrations = names.map(async (name) => [name, await statementsOf(fileOf(name))] as const);
  return Object.fromEntries(await Promise.all(migrations));
}

async function statementsOf(file: string): Promise<Statements> {
  const exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, new () => Migration>>;
  const [Migration, ...others] = Object.values(exported);
  if (Migration === undefined || others.length > 0) throw new Error(`${file} has to export one migration alone`);
  const statements: string[] = [];
  await new Migration().up({
    query: (sql, parameters = []) => {
      statements.push(parameters.length === 0 ? sql : `${sql} -- ${JSON.stringify(parameters)}`);
      return Promise.resolve([]);
    },
  });
  return statements;
}
