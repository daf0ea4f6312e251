import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withSamples } from './samples.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'samples-'));
  await writeFile(
    path.join(folder, 'a.py'),
    'import os\n\n  # #region part\n  one()\n    two()\n  # #endregion part\n',
  );
});
afterEach(() => rm(folder, { recursive: true }));

it('puts a file, or a region of it without its indent, in the place of the line', async () => {
  expect(await withSamples('before\n<<< ./a.py#part\nafter', folder)).toBe(
    'before\n```python\none()\n  two()\n```\nafter',
  );
  expect(await withSamples('<<< ./a.py', folder)).toContain('import os');
});

it('refuses a region and a file that are not there', async () => {
  await expect(withSamples('<<< ./a.py#other', folder)).rejects.toThrow('./a.py has no region other');
  await expect(withSamples('<<< ./gone.py', folder)).rejects.toThrow('ENOENT');
});
