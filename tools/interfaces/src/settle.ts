import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What was asked for on the command line. */
export interface Wishes {
  readonly check: boolean;
  readonly release?: string | undefined;
  readonly of?: string | undefined;
}

export const workspace = path.resolve(import.meta.dirname, '../../..');

/** Writes a file that says something else than it should; with check, refuses it. */
export async function settle(
  command: 'events' | 'openapi',
  { name, text }: { readonly name: string; readonly text: string },
  check: boolean,
): Promise<void> {
  const file = path.join(workspace, name);
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  if (check) throw new Error(`${name} is out of date. Run "npm run ${command}", look at the difference and commit it.`);
  await writeFile(file, text);
  console.log(`${command}: ${name} is written`);
}
