import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changesIn, git } from '@ci/tools-images/git';
import { outputOf } from '../output-of.ts';
import { orUndone } from './undone.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'undone-'));
  await git(folder, ['init', '--quiet', '--initial-branch=main']);
  await git(folder, ['config', 'user.name', 'test']);
  await git(folder, ['config', 'user.email', 'test@example.com']);
  await change('version', '1.0.0');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);

async function change(file: string, text: string): Promise<void> {
  write(file, text);
  await git(folder, ['add', '--all']);
  await git(folder, ['commit', '--quiet', '--message=change']);
}

/** Commits a version, and leaves something that is not committed. */
async function halfDone(): Promise<void> {
  await change('version', '1.1.0');
  mkdirSync(path.join(folder, 'releases/migrations'), { recursive: true });
  write('releases/contacts.json', '{}');
  write('version', '1.2.0');
}

it('work that is done stays', async () => {
  expect(await orUndone(folder, ['releases'], async () => halfDone().then(() => 'done'))).toBe('done');
  expect(readFileSync(path.join(folder, 'version'), 'utf8')).toBe('1.2.0');
});

it('of work that fails nothing stays, neither commits nor files, and the reason is told', async () => {
  const start = await git(folder, ['rev-parse', 'HEAD']);
  const failing = orUndone(folder, ['releases'], async () => {
    await halfDone();
    throw new Error('npm could not write the lock file');
  });
  await expect(failing).rejects.toThrow('npm could not write the lock file\nThe tree is what it was before.');
  expect(await git(folder, ['rev-parse', 'HEAD'])).toBe(start);
  expect(await changesIn(folder)).toEqual([]);
  expect(existsSync(path.join(folder, 'releases'))).toBe(false);
});

it('an interruption is a failure like any other: the process lives on to undo', async () => {
  const script = `import { orUndone } from ${JSON.stringify(path.join(import.meta.dirname, 'undone.ts'))};
    import { writeFileSync } from 'node:fs';
    await orUndone(process.cwd(), [], async () => {
      writeFileSync('version', '1.1.0');
      process.kill(process.pid, 'SIGINT');
      throw new Error('interrupted');
    });`;
  const interrupted = outputOf(folder, process.execPath, ['--input-type=module', '--eval', script]);
  await expect(interrupted).rejects.toThrow('The tree is what it was before.');
  expect(await changesIn(folder)).toEqual([]);
});
