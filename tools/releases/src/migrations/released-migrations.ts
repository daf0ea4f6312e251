import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import { goldenFiles } from '@ci/testing/golden';

export type MigrationsByName = Readonly<Record<string, readonly string[]>>;

/** Keeps what migrations say, for good; those that are kept already stay as they are. */
export async function keepMigrations(workspace: string, service: string, migrations: MigrationsByName): Promise<void> {
  await goldenFiles({ folder: folderOf(workspace, service), current: migrations, write: true });
}

/** What was released and says something else today, or is gone. A database that has run it would not be what a new one is. */
export async function changedMigrations(
  workspace: string,
  service: string,
  today: MigrationsByName,
): Promise<readonly string[]> {
  const released = await goldenFiles({ folder: folderOf(workspace, service), current: {} });
  return [...released].flatMap(([name, statements]) => {
    const now = today[name];
    if (now === undefined) return [`${service}: the migration ${name} was released and is gone`];
    if (isDeepStrictEqual(now, statements)) return [];
    const differing = (statements as readonly string[]).findIndex((statement, place) => statement !== now[place]);
    const place = differing === -1 ? now.length : differing + 1;
    return [
      `${service}: the migration ${name} was released and its statement ${place} is another one: write a new migration`,
    ];
  });
}

/** The statements of each released migration: also those that come from the libraries, whose files hold other things as well. */
function folderOf(workspace: string, service: string): URL {
  return pathToFileURL(`${workspace}/releases/migrations/${service}/`);
}
