import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pictureHash } from './pictured-sources.ts';

const workspace = resolve(import.meta.dirname, '../../../..');
const consoleFolder = join(workspace, 'apps/console');

describe('the kept pictures', () => {
  it('are no older than the sources they show; the README beside them says how to take them again', () => {
    const taken: unknown = JSON.parse(readFileSync(join(workspace, 'docs/console/taken-of.json'), 'utf8'));
    expect(taken).toEqual({ sources: pictureHash(consoleFolder) });
  });

  it('are older once a page differs, not once a test does', () => {
    const copy = mkdtempSync(join(tmpdir(), 'pictures-'));
    try {
      cpSync(join(consoleFolder, 'src'), join(copy, 'src'), { recursive: true });
      const before = pictureHash(copy);
      writeFileSync(join(copy, 'src/main.spec.ts'), '');
      expect(pictureHash(copy)).toBe(before);
      writeFileSync(join(copy, 'src/app/global.css'), 'body { color: red }');
      expect(pictureHash(copy)).not.toBe(before);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
