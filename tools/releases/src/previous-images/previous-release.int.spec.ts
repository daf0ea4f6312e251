import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRecord } from '../records/release-records.ts';
import { previousRelease } from './previous-release.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'previous-release-'));
  git('init', '--quiet');
  write('apps/contacts/package.json', {
    name: '@ci/contacts',
    version: '1.0.0',
    dependencies: { '@ci/platform': '*' },
  });
  write('apps/contacts/src/main.ts', 'one');
  write('libs/platform/package.json', { name: '@ci/platform', dependencies: { pino: '1.0.0' } });
  write('libs/transcripts/package.json', { name: '@ci/transcripts' });
  write('package-lock.json', lock({}));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

it('there is none where nothing is recorded', async () => {
  expect(await previous()).toBeUndefined();
});

it.each([
  ['a test', () => write('apps/contacts/src/main.spec.ts', 'two')],
  ['a document', () => write('apps/contacts/README.md', 'two')],
  ['the version of the service', () => write('apps/contacts/package.json', { ...manifest(), version: '1.1.0' })],
  ['a library that it does without', () => write('libs/transcripts/src/index.ts', 'two')],
  ['a package for development', () => write('package-lock.json', lock({ jest: '2.0.0' }))],
  ['another service', () => write('apps/webhooks/src/main.ts', 'two')],
])('there is none when all that differs from the only one is %s', async (_what, change) => {
  release('1.0.0');
  change();
  expect(await previous()).toBeUndefined();
});

it.each([
  ['the service', () => write('apps/contacts/src/main.ts', 'two')],
  ['a new file of the service', () => write('apps/contacts/src/on-news/on-news.ts', 'one')],
  ['what the service needs', () => write('apps/contacts/package.json', { ...manifest(), dependencies: {} })],
  ['a library', () => write('libs/platform/src/index.ts', 'two')],
  ['a package', () => write('package-lock.json', lock({ pino: '1.0.1' }))],
  ['a patch of a package', () => write('patches/pino.patch', 'two')],
  ['the way the image is made', () => write('docker/service.Dockerfile', 'two')],
])('it is the newest when %s differs, committed or not', async (_what, change) => {
  release('1.0.0');
  release('1.0.1');
  change();
  expect((await previous())?.version).toBe('1.0.1');
  commit();
  expect((await previous())?.version).toBe('1.0.1');
});

it('of what was just released it is the one before', async () => {
  release('1.0.0');
  write('apps/contacts/src/main.ts', 'two');
  release('1.1.0');
  expect((await previous())?.version).toBe('1.0.0');
});

it('a release from before the gateway served the documentation is the previous one', async () => {
  const served = (...projects: readonly string[]) => ({
    packages: Object.fromEntries(['apps/gateway', ...projects].map((project) => [project, {}])),
  });
  write('package-lock.json', served('apps/console'));
  const released = commit();
  write('releases/gateway.json', record([{ version: '1.0.0', commit: released }], 'gateway'));
  write('package-lock.json', served('apps/console', 'tools/docs'));
  write('tools/docs/site/index.md', 'new');
  expect((await previousRelease(workspace, 'gateway'))?.commit).toBe(released);
});

it('a commit that a shallow clone lacks is an error that says how to get it', async () => {
  const released = release('1.0.0');
  const clone = mkdtempSync(path.join(tmpdir(), 'shallow-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--depth=1', pathToFileURL(workspace).href, clone]);
    const missing = `contacts 1.0.0 can't be compared or built: this clone does not hold the commit ${released}. Fetch it with: git fetch --unshallow`;
    await expect(previousRelease(clone, 'contacts')).rejects.toThrow(missing);
    execFileSync('git', ['fetch', '--quiet', '--unshallow'], { cwd: clone });
    expect(await previousRelease(clone, 'contacts')).toBeUndefined();
  } finally {
    rmSync(clone, { recursive: true });
  }
});

it('a commit that nobody has is an error, too', async () => {
  write('releases/contacts.json', record([{ version: '1.0.0', commit: 'a'.repeat(40) }]));
  await expect(previous()).rejects.toThrow(
    `contacts 1.0.0 can't be compared or built: this clone does not hold the commit aaaa`,
  );
});

const previous = () => previousRelease(workspace, 'contacts');

/** Commits all that is there, and records it in a second commit, as a release does. */
function release(version: string): string {
  write('apps/contacts/package.json', { ...manifest(), version });
  const made = commit();
  write('releases/contacts.json', record([...readRecord(workspace, 'contacts').releases, { version, commit: made }]));
  commit();
  return made;
}

function record(releases: readonly object[], service = 'contacts'): object {
  return { service, releases: releases.map((one) => ({ date: '2026-11-22T13:00:00Z', ...one })) };
}

function manifest(): object {
  return JSON.parse(readFileSync(path.join(workspace, 'apps/contacts/package.json'), 'utf8')) as object;
}

function lock(versions: { readonly pino?: string; readonly jest?: string }): object {
  return {
    packages: {
      'apps/contacts': { version: '1.0.0', dependencies: { '@ci/platform': '*' } },
      'libs/platform': { dependencies: { pino: '1.0.0' } },
      'node_modules/@ci/platform': { resolved: 'libs/platform', link: true },
      'node_modules/pino': { version: versions.pino ?? '1.0.0' },
      'node_modules/jest': { version: versions.jest ?? '1.0.0', dev: true },
    },
  };
}

function write(file: string, content: string | object): void {
  mkdirSync(path.join(workspace, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(workspace, file), typeof content === 'string' ? content : JSON.stringify(content));
}

function commit(): string {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=a commit');
  return git('rev-parse', 'HEAD').trim();
}

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: workspace, encoding: 'utf8' });
}
