import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a description as a file that differs only where the API does. */
export async function writeDescription(file: string, description: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(description, null, 2)}\n`);
}
