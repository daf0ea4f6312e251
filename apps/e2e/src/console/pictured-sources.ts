import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hash of everything that decides what the console looks like: its sources, without their tests. */
export function pictureHash(consoleFolder: string): string {
  const hash = createHash('sha256');
  const files = globSync('{index.html,src/**/*.*}', { cwd: consoleFolder }).filter(
    (file) => !/\.spec\.tsx?$/.test(file),
  );
  for (const file of files.sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(consoleFolder, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
