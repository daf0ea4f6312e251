import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-'));
});

afterAll(() => rm(folder, { recursive: true }));

it('finds Chromium by its usual names, first the one that shows nothing, wherever it lies', async () => {
  await writeFile(join(folder, 'chromium'), '', { mode: 0o755 });
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'chromium'));
  const other = join(folder, 'elsewhere');
  await mkdir(other);
  await writeFile(join(other, 'chromium-headless-shell'), '', { mode: 0o755 });
  expect(findChromium({ PATH: `${folder}:${other}` })).toBe(join(other, 'chromium-headless-shell'));
});

it('takes the one that is named, and says when it is not there', async () => {
  await writeFile(join(folder, 'my-browser'), '');
  expect(findChromium({ PATH: folder, CHROMIUM_PATH: join(folder, 'my-browser') })).toBe(join(folder, 'my-browser'));
  expect(() => findChromium({ PATH: folder, CHROMIUM_PATH: join(folder, 'other') })).toThrow(/CHROMIUM_PATH.*other/);
});

it('does not take what can not be run', async () => {
  await writeFile(join(folder, 'google-chrome'), '', { mode: 0o644 });
  await rm(join(folder, 'chromium'));
  expect(findChromium({ PATH: folder })).not.toBe(join(folder, 'google-chrome'));
});
