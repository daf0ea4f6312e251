import { readFileSync } from 'node:fs';
import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@ci/testing';
import { changesIn, git } from '@ci/tools-images/git';
import { problemsOfReleases } from '../guard/recorded-releases.ts';
import { readRecord } from '../records/release-records.ts';

/** A release builds and compares everything. */
const deadline = 400_000;
const tools = '.data/tools';
const contracts = 'libs/contracts/src/events/integration-events.ts';
const callDeleted = 'CallDeletedV1Schema = Type.Object(\n  { ';

let copy: WorkspaceCopy;
beforeAll(async () => {
  copy = await copyWorkspace({ built: true });
  await git(copy.folder, ['config', 'user.name', 'test']);
  await git(copy.folder, ['config', 'user.email', 'test@example.com']);
  // What compares API documents is installed once.
  const installed = path.resolve(import.meta.dirname, '../../../..', tools);
  await mkdir(installed, { recursive: true });
  await mkdir(path.join(copy.folder, '.data'));
  await symlink(installed, path.join(copy.folder, tools));
  // The commits that the records name are not in the copy.
  await rm(path.join(copy.folder, 'releases'), { recursive: true, force: true });
  await git(copy.folder, ['commit', '--quiet', '--all', '--allow-empty', '--message', 'nothing was released']);
}, deadline);
afterAll(() => copy.remove());

const program = (file: string, ...args: string[]): Promise<string> =>
  copy.run('node', ['--disable-warning=ExperimentalWarning', '--conditions=@ci/source', file, ...args]);
const release = (...args: string[]): Promise<string> => program('tools/releases/src/main.ts', ...args);
const head = async (name = 'HEAD'): Promise<string> => (await git(copy.folder, ['rev-parse', name])).trim();
const textOf = (file: string): string => readFileSync(path.join(copy.folder, file), 'utf8');
const versionOf = (service: string): unknown => JSON.parse(textOf(`apps/${service}/package.json`)).version;

async function replace(file: string, from: string, to: string): Promise<void> {
  expect(textOf(file)).toContain(from);
  await writeFile(path.join(copy.folder, file), textOf(file).replace(from, to));
}

/** The files that differ since a commit, with how many lines of each came and went. */
async function changesSince(commit: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await git(copy.folder, ['diff', '--numstat', commit])).split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => line.split('\t')).map(([added, removed, file = '']) => [file, `+${added} -${removed}`]),
  );
}

test(
  'what could be released is told by --dry-run, and nothing is changed',
  async () => {
    const before = await head();
    const output = await release('contacts', '8.0.0', '--dry-run');
    expect(output).toContain('release: contacts 8.0.0, its first release');
    expect(output).toContain('release: this could be released; nothing is changed');
    expect([await head(), await changesIn(copy.folder)]).toEqual([before, []]);
  },
  deadline,
);

test(
  'a first release is two commits and a tag, and holds nothing of another service',
  async () => {
    const before = await head();
    await release('contacts', '8.0.0');
    expect(await git(copy.folder, ['log', '--format=%s', `${before}..`])).toBe(
      'release(contacts): record 8.0.0\nrelease(contacts): 8.0.0\n',
    );
    const commit = await head('HEAD~1');
    expect(await head('contacts@8.0.0^{commit}')).toBe(commit);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(readRecord(copy.folder, 'contacts').releases).toEqual([{ version: '8.0.0', commit, date }]);

    const changes = await changesSince(before);
    expect(changes.get('apps/contacts/package.json')).toBe('+1 -1');
    expect(changes.get('package-lock.json')).toBe('+1 -1');
    expect(changes.get('releases/contacts.json')).toMatch(/ -0$/);
    const others =
      /^(apps|releases|releases\/migrations)\/(?!contacts|migrations)|^(libs|docs)\/(?!contracts\/released)/;
    expect([...changes.keys()].filter((file) => others.test(file))).toEqual([]);
    expect(versionOf('contacts')).toBe('8.0.0');
    expect(textOf('package-lock.json')).not.toMatch(/"resolved": "http/);
    expect(await problemsOfReleases(copy.folder, 'contacts')).toEqual([]);
  },
  deadline,
);

test(
  'another service is released alone, with the events that it has changed',
  async () => {
    await replace(contracts, callDeleted, `${callDeleted}reason: Type.Optional(Type.String()), `);
    await program('tools/interfaces/src/main.ts', 'events');
    await copy.commit('feat(contracts): why a call was deleted');
    const [before, contacts] = [await head(), textOf('releases/contacts.json')];
    await release('ingestion', '8.1.0');
    const changes = [...(await changesSince(before)).keys()];
    const shared = changes.filter((file) => /^(libs|docs)\//.test(file));
    // Of its others those, too, that this workspace has changed since its last release.
    expect(shared).toEqual(
      expect.arrayContaining([
        'libs/contracts/released/call.deleted-8.1.0.json',
        'libs/contracts/released/checksums.json',
      ]),
    );
    expect(
      shared.filter((file) => !/^libs\/contracts\/released\/(call\..*-8\.1\.0|checksums)\.json$/.test(file)),
    ).toEqual([]);
    expect(changes.filter((file) => file.includes('contacts'))).toEqual([]);
    expect([versionOf('ingestion'), versionOf('contacts')]).toEqual(['8.1.0', '8.0.0']);
    expect(textOf('releases/contacts.json')).toBe(contacts);
    expect(await problemsOfReleases(copy.folder, 'ingestion')).toEqual([]);
  },
  deadline,
);

describe('a release is refused, and changes nothing,', () => {
  let before: string;
  beforeEach(async () => (before = await head()));
  afterEach(async () => {
    expect(await changesIn(copy.folder)).toEqual([]);
    await git(copy.folder, ['reset', '--quiet', '--hard', before]);
  });

  it('of what is not committed', async () => {
    await appendFile(path.join(copy.folder, 'README.md'), '\n');
    await expect(release('contacts', 'patch')).rejects.toThrow('this differs:\n M README.md');
    await git(copy.folder, ['checkout', '--', 'README.md']);
  });

  it('of a version that is not greater', async () => {
    await expect(release('contacts', '8.0.0')).rejects.toThrow('8.0.0 is not greater than 8.0.0');
    await expect(release('contacts', '7.9.0')).rejects.toThrow('7.9.0 is not greater than 8.0.0');
  });

  it('of what has no name', async () => {
    await expect(release('contact', '8.0.1')).rejects.toThrow('no service is called contact');
    await expect(release('contacts', 'next')).rejects.toThrow('next is no version');
  });

  it(
    'of an event that its readers would not understand',
    async () => {
      await replace(contracts, callDeleted, `${callDeleted}by: Type.String(), `);
      await expect(program('tools/interfaces/src/main.ts', 'events')).rejects.toThrow('do not understand each other');
      await copy.commit('feat(contracts): who deleted a call');
      await expect(release('ingestion', 'minor')).rejects.toThrow(
        /call\.deleted: data.*\n(.*\n)*.*the events are not fit/,
      );
    },
    deadline,
  );

  it(
    'of a migration that says something else than when it was released, though its file is as it was',
    async () => {
      await replace('libs/event-store/src/event-store.sql.ts', 'CREATE TABLE streams (', 'CREATE TABLE stream_list (');
      await copy.commit('refactor(event-store): a better name');
      await expect(release('contacts', 'patch')).rejects.toThrow(
        /migration \S+-contacts was released and its statement 1 is/,
      );
    },
    deadline,
  );
});
