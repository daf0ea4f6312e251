import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { services } from '@ci/tools-images/services';
import { git } from '@ci/tools-images/git';
import { writeRecord } from '../records/release-records.ts';
import { problemsOfReleases } from './recorded-releases.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');

test.each(services)('what is recorded of %s is true, and what was released with it is as it was', async (service) => {
  expect(await problemsOfReleases(workspace, service)).toEqual([]);
});

test('Nx versions each service that has an image, and nothing else', () => {
  const nx = JSON.parse(readFileSync(path.join(workspace, 'nx.json'), 'utf8')) as { release: { projects: string[] } };
  expect(nx.release.projects).toEqual(services);
});

describe('a workspace with contacts 1.0.0', () => {
  const migration = 'apps/contacts/src/database/migrations/1-contacts.migration.ts';
  const event = 'libs/contracts/released/contact.created-1.0.0.json';
  const document = 'docs/released/openapi-1.0.0.json';
  const statements = 'releases/migrations/contacts/1-contacts.json';
  let released: string;
  let folder: string;
  let commit: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'recorded-releases-'));
    await git(folder, ['init', '--quiet', '--initial-branch=main']);
    await git(folder, ['config', 'user.name', 'test']);
    await git(folder, ['config', 'user.email', 'test@example.com']);
    write('apps/contacts/package.json', '{ "version": "1.0.0" }');
    for (const file of [migration, event, document, statements, 'libs/contracts/released/checksums.json'])
      write(file, '{}');
    commit = await committed();
    record({ commit });
    await committed();
    released = folder;
  });
  afterAll(() => rmSync(released, { recursive: true }));
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recorded-releases-'));
    cpSync(released, folder, { recursive: true, preserveTimestamps: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const committed = async (): Promise<string> => {
    await git(folder, ['add', '--all']);
    await git(folder, ['commit', '--quiet', '--message=change']);
    return (await git(folder, ['rev-parse', 'HEAD'])).trim();
  };
  const record = (release: { readonly commit: string; readonly version?: string }): void => {
    const given = { version: '1.0.0', date: '2026-11-22T13:00:00Z', ...release };
    writeRecord(folder, { service: 'contacts', releases: [given] });
  };
  const problems = (): Promise<readonly string[]> => problemsOfReleases(folder, 'contacts');

  it('is right, and may grow', async () => {
    write('apps/contacts/src/database/migrations/2-more.migration.ts', '{}');
    write('libs/contracts/released/contact.created-1.1.0.json', '{}');
    write('libs/contracts/released/checksums.json', '{ "contact.created-1.1.0": "…" }');
    write('apps/contacts/src/main.ts', '');
    expect(await problems()).toEqual([]);
  });

  it.each([migration, event, document, statements])('is wrong when %s was changed, committed or not', async (file) => {
    const expected = [expect.stringContaining(`${file} is of contacts 1.0.0 and was changed since: undo that`)];
    write(file, '{ }');
    expect(await problems()).toEqual(expected);
    await committed();
    expect(await problems()).toEqual(expected);
  });

  it('is right when a migration imports from another place, and wrong when it does something else beside', async () => {
    const importing = (place: string, does: string): void =>
      write(migration, `import {\n  rowLevelSecurity,\n} from '${place}';\n\n${does}(rowLevelSecurity);\n`);
    importing('@ci/old', 'run');
    const of = await committed();
    record({ commit: of });
    await committed();
    importing('@ci/new', 'run');
    expect(await problems()).toEqual([]);
    importing('@ci/new', 'skip');
    expect(await problems()).toEqual([
      expect.stringContaining(`${migration} is of contacts 1.0.0 and was changed since`),
    ]);
  });

  it('is wrong when a migration is gone, and says what to do', async () => {
    rmSync(path.join(folder, migration));
    expect(await problems()).toEqual([expect.stringContaining('and write a new migration')]);
  });

  it('is wrong when the version is another one', async () => {
    write('apps/contacts/package.json', '{ "version": "1.0.1" }');
    expect(await problems()).toEqual([
      'apps/contacts/package.json says 1.0.1, the newest record 1.0.0: only "npm run release" changes a version',
    ]);
  });

  it('is wrong when there is no record of the version', async () => {
    rmSync(path.join(folder, 'releases/contacts.json'));
    expect(await problems()).toEqual([expect.stringContaining('says 1.0.0, the newest record 0.0.0')]);
  });

  it('is wrong when the commit had another version', async () => {
    write('apps/contacts/package.json', '{ "version": "1.1.0" }');
    record({ commit, version: '1.1.0' });
    expect(await problems()).toEqual([
      expect.stringMatching(/^contacts 1\.1\.0: at commit \w{12} its version is 1\.0\.0$/),
    ]);
  });

  it('is wrong when the release was rebased', async () => {
    await git(folder, ['reset', '--quiet', '--soft', commit]);
    await git(folder, ['commit', '--quiet', '--amend', '--message=rebased']);
    expect(await problems()).toEqual([expect.stringContaining('is not in the history of what is here')]);
  });

  it('can not be judged in a clone without the commit, which is no success', async () => {
    const clone = `${folder}-shallow`;
    await git(folder, ['clone', '--quiet', '--depth=1', `file://${folder}`, clone]);
    expect(existsSync(path.join(clone, event))).toBe(true);
    expect(readFileSync(path.join(clone, 'releases/contacts.json'), 'utf8')).toContain(commit);
    expect(await problemsOfReleases(clone, 'contacts')).toEqual([
      `contacts 1.0.0: commit ${commit.slice(0, 12)} is not in this clone; fetch it: git fetch --unshallow`,
    ]);
    rmSync(clone, { recursive: true });
  });
});
