import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '@ci/tools-images/git';
import { readRecord, type Release } from '../records/release-records.ts';

/** What is wrong with the releases of a service that are recorded, against what is here and in the history; empty when nothing is. */
export async function problemsOfReleases(workspace: string, service: string): Promise<readonly string[]> {
  const { releases } = readRecord(workspace, service);
  const problems = releases.map((release) => problemsOfRelease(workspace, service, release));
  return [...problemsOfVersion(workspace, service, releases.at(-1)), ...(await Promise.all(problems)).flat()];
}

/** A service that was never released has the version that it was made with. */
function problemsOfVersion(workspace: string, service: string, newest: Release | undefined): readonly string[] {
  const version = versionIn(readFileSync(path.join(workspace, packageOf(service)), 'utf8'));
  const recorded = newest?.version ?? '0.0.0';
  if (version === recorded) return [];
  return [
    `${packageOf(service)} says ${version}, the newest record ${recorded}: only "npm run release" changes a version`,
  ];
}

async function problemsOfRelease(workspace: string, service: string, release: Release): Promise<readonly string[]> {
  const { version, commit } = release;
  const short = commit.slice(0, 12);
  if (!(await succeeds(git(workspace, ['cat-file', '-e', `${commit}^{commit}`]))))
    return [`${service} ${version}: commit ${short} is not in this clone; fetch it: git fetch --unshallow`];
  if (!(await succeeds(git(workspace, ['merge-base', '--is-ancestor', commit, 'HEAD']))))
    return [`${service} ${version}: commit ${short} is not in the history of what is here; a release is not rebased`];
  const said = versionIn(await git(workspace, ['show', `${commit}:${packageOf(service)}`]));
  const changed = await changedSince(workspace, commit, keptBy(service));
  return [
    ...(said === version ? [] : [`${service} ${version}: at commit ${short} its version is ${said}`]),
    ...changed.map((file) => `${file} is of ${service} ${version} and was changed since: ${remedyFor(file)}`),
  ];
}

/** What a release holds for good. */
function keptBy(service: string): readonly string[] {
  return [
    `apps/${service}/src/database/migrations`,
    `releases/migrations/${service}`,
    'libs/contracts/released',
    'docs/released',
    // They tell what the folders hold, and those grow.
    ':(exclude)**/checksums.json',
  ];
}

/** Files that were there at the commit, and are gone or different now, committed or not. */
async function changedSince(workspace: string, commit: string, paths: readonly string[]): Promise<readonly string[]> {
  const changed = await git(workspace, [
    'diff',
    '--name-only',
    '--no-renames',
    '--diff-filter=MDT',
    commit,
    '--',
    ...paths,
  ]);
  const files = changed.split('\n').filter((file) => file !== '');
  const judged = files.map(async (file) => ((await onlyImportsChanged(workspace, commit, file)) ? [] : [file]));
  return (await Promise.all(judged)).flat();
}

/** A migration may import its helpers from another place: the statements that they make are kept, too (`releases/migrations`). */
async function onlyImportsChanged(workspace: string, commit: string, file: string): Promise<boolean> {
  const here = path.join(workspace, file);
  if (!file.endsWith('.migration.ts') || !existsSync(here)) return false;
  const before = await git(workspace, ['show', `${commit}:${file}`]);
  return withoutImports(before) === withoutImports(readFileSync(here, 'utf8'));
}

function withoutImports(source: string): string {
  return source.replaceAll(/^import [^;]*;\n/gm, '').trim();
}

function remedyFor(file: string): string {
  if (file.endsWith('.migration.ts')) return 'undo that, and write a new migration';
  return 'undo that; what was released stays as it is';
}

function packageOf(service: string): string {
  return `apps/${service}/package.json`;
}

function versionIn(packageJson: string): string {
  return (JSON.parse(packageJson) as { readonly version: string }).version;
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
