import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from './file-lock.ts';

const marker = 'complete';

/** A folder that is filled once, by one process, and then used by all. It is there whole or not at all. */
export async function preparedOnce(folder: string, fill: (unfinished: string) => Promise<void>): Promise<string> {
  if (await isComplete(folder)) return folder;
  return withFileLock(`${folder}.lock`, async () => {
    if (await isComplete(folder)) return folder; // another process filled it meanwhile
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await fill(unfinished);
    await writeFile(join(unfinished, marker), '');
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return folder;
  });
}

async function isComplete(folder: string): Promise<boolean> {
  return (await readFile(join(folder, marker), 'utf8').catch(() => undefined)) !== undefined;
}
