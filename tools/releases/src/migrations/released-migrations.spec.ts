import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { services } from '@ci/tools-images/services';
import { migrationStatements } from './migration-statements.ts';
import { changedMigrations, keepMigrations, type MigrationsByName } from './released-migrations.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');

function migrationsOf(service: string): Promise<MigrationsByName> {
  const folder = path.join(workspace, 'apps', service, 'src/database/migrations');
  return migrationStatements(folder, (name) => path.join(folder, `${name}.migration.ts`));
}

test.each(services)('the released migrations of %s say what they said', async (service) => {
  expect(await changedMigrations(workspace, service, await migrationsOf(service))).toEqual([]);
});

describe('a released migration', () => {
  const name = '1763720000000-contacts';
  let folder: string;
  let statements: readonly string[];
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'released-migrations-'));
    const { [name]: first = [] } = await migrationsOf('contacts');
    statements = first;
    await keepMigrations(folder, 'contacts', { [name]: statements });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const changesTo = (today: MigrationsByName) => changedMigrations(folder, 'contacts', today);

  it('is kept with what it takes from the libraries', async () => {
    const source = await readFile(
      path.join(workspace, `apps/contacts/src/database/migrations/${name}.migration.ts`),
      'utf8',
    );
    const isOfLibraries = (statement: string): boolean => /^CREATE TABLE (streams|outbox) /.test(statement);
    expect(statements.filter(isOfLibraries)).toHaveLength(2);
    expect(source).not.toMatch(/CREATE TABLE (streams|outbox) /);
    expect(await changesTo({ [name]: statements, '2-more': ['ALTER TABLE contacts ADD COLUMN note text'] })).toEqual(
      [],
    );
  });

  it.each<[string, (statements: readonly string[]) => readonly string[], string]>([
    ['a statement says something else', ([first, ...rest]) => [`${first} -- `, ...rest], 'its statement 1 is'],
    ['a statement is gone', (all) => all.slice(0, -1), 'its statement'],
    ['there is one more', (all) => [...all, 'DROP TABLE contacts'], 'its statement'],
  ])('is found when %s', async (_what, change, message) => {
    const [problem, ...others] = await changesTo({ [name]: change(statements) });
    expect(others).toEqual([]);
    expect(problem).toContain(`contacts: the migration ${name} was released and ${message}`);
    expect(problem).toContain('write a new migration');
  });

  it('is found when it is gone', async () => {
    expect(await changesTo({})).toEqual([`contacts: the migration ${name} was released and is gone`]);
  });

  it('is kept once: a later release does not change it, and neither does an editor', async () => {
    await keepMigrations(folder, 'contacts', { [name]: ['SELECT 1'] });
    expect(await changesTo({ [name]: statements })).toEqual([]);
    await writeFile(path.join(folder, `releases/migrations/contacts/${name}.json`), '["SELECT 1"]');
    await expect(changesTo({ [name]: ['SELECT 1'] })).rejects.toThrow(`${name}.json was changed`);
  });
});
