import { changesIn, git } from '@ci/tools-images/git';
import { builtMigrations } from '../migrations/built-migrations.ts';
import { changedMigrations, keepMigrations, type MigrationsByName } from '../migrations/released-migrations.ts';
import { outputOf } from '../output-of.ts';
import { readRecord, writeRecord, type Release } from '../records/release-records.ts';
import { nextVersion } from './next-version.ts';
import { assertFit, freezeContracts } from './release-checks.ts';
import { orUndone } from './undone.ts';

export interface ReleaseWish {
  readonly workspace: string;
  readonly service: string;
  /** A version, or major, minor, patch. */
  readonly wish: string;
  /** Checks everything, changes nothing. */
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
}

export interface MadeRelease {
  readonly version: string;
  readonly tag: string;
  /** What the record names: the images of the release are built from it. */
  readonly commit: string;
}

/** What a release writes besides the version: contracts and migrations as they are, and the record. */
const kept = ['libs/contracts/released', 'docs/released', 'releases'];

/** Releases a service alone: one commit with the version and what is kept of it, one with the record of that commit, and a tag. */
export async function makeRelease(release: ReleaseWish): Promise<MadeRelease | undefined> {
  const { workspace, service, wish, dryRun, say } = release;
  const { releases } = readRecord(workspace, service);
  const newest = releases.at(-1)?.version;
  const version = nextVersion(newest, wish);
  const tag = `${service}@${version}`;
  await assertClean(workspace);
  if ((await git(workspace, ['tag', '--list', tag])) !== '')
    throw new Error(`there is a tag ${tag} already, of which no record tells`);

  say(
    `${service} ${version}, ${newest === undefined ? 'its first release' : `after ${newest}`}: building and checking …`,
  );
  await assertFit(workspace, service, version);
  const migrations = await fitMigrations(workspace, service);
  if (dryRun) return undefined;

  await assertClean(workspace);
  const commit = await orUndone(workspace, kept, async () => {
    const made = await commitVersion(release, version, migrations);
    await commitRecord(release, { version, commit: made, date: now() });
    await git(workspace, ['tag', '--annotate', '--message', `${service} ${version}`, tag, made]);
    return made;
  });
  return { version, tag, commit };
}

async function assertClean(workspace: string): Promise<void> {
  const changes = await changesIn(workspace);
  if (changes.length > 0)
    throw new Error(`a release is made of what is committed, and this differs:\n${changes.join('\n')}`);
}

async function fitMigrations(workspace: string, service: string): Promise<MigrationsByName> {
  const today = await builtMigrations(workspace, service);
  const changed = await changedMigrations(workspace, service, today);
  if (changed.length > 0) throw new Error(changed.join('\n'));
  return today;
}

async function commitVersion(
  { workspace, service, say }: ReleaseWish,
  version: string,
  migrations: MigrationsByName,
): Promise<string> {
  say(`writing ${version} into apps/${service}/package.json and package-lock.json …`);
  await outputOf(workspace, process.execPath, ['tools/releases/src/release/bump-version.ts', service, version]);
  await freezeContracts(workspace, service, version);
  await keepMigrations(workspace, service, migrations);
  return commit(workspace, `release(${service}): ${version}`, [`apps/${service}/package.json`, 'package-lock.json']);
}

async function commitRecord({ workspace, service }: ReleaseWish, made: Release): Promise<void> {
  const { releases } = readRecord(workspace, service);
  writeRecord(workspace, { service, releases: [...releases, made] });
  await commit(workspace, `release(${service}): record ${made.version}`, []);
}

/** Commits these files and what is kept; throws when anything else has changed. Gives the commit. */
async function commit(workspace: string, message: string, files: readonly string[]): Promise<string> {
  await git(workspace, ['add', '--', ...files, ...kept]);
  await git(workspace, ['commit', '--quiet', '--message', message]);
  const others = await changesIn(workspace);
  if (others.length > 0)
    throw new Error(`a release changes nothing but itself, and this has changed:\n${others.join('\n')}`);
  return (await git(workspace, ['rev-parse', 'HEAD'])).trim();
}

/** To the second. */
function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
