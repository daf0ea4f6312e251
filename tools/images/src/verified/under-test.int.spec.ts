import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git } from '../sources/git.ts';
import { underTest } from './under-test.ts';
import { readVerified } from './verified.ts';

let workspace: string;
beforeEach(async () => {
  workspace = mkdtempSync(path.join(tmpdir(), 'under-test-'));
  await git(workspace, ['init', '--quiet']);
  write('package-lock.json', '{"packages":{"apps/contacts":{}}}');
  write('apps/contacts/src/main.ts', 'start()');
});
afterEach(() => rmSync(workspace, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
  writeFileSync(path.join(workspace, file), text);
}

it('what has passed is kept, for the code that it was built of', async () => {
  const remember = await underTest(workspace, ['contacts']);
  write('apps/contacts/src/main.spec.ts', 'test()');
  expect(await remember('contacts', 'contract', { gateway: 'a' })).toBe(true);
  expect(readVerified(workspace, 'contacts').contract?.against).toEqual({ gateway: 'a' });
});

it('code that was changed meanwhile is not verified', async () => {
  const remember = await underTest(workspace, ['contacts']);
  write('apps/contacts/src/main.ts', 'start(2)');
  expect(await remember('contacts', 'contract', {})).toBe(false);
  expect(readVerified(workspace, 'contacts')).toEqual({});
});
