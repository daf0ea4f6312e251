import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownIds } from './sample-data.ts';

export interface Identity {
  readonly name: string;
  readonly key: string;
}

const project = join(import.meta.dirname, '..', '..');

/** The configuration in the repository, with the ids and the keys of this run. Gives the file's name. */
export async function writeConfiguration(
  folder: string,
  ids: KnownIds,
  identities: readonly Identity[],
): Promise<string> {
  const keys = join(folder, 'keys.json');
  const auth = identities.map(({ name, key }) => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${key}` }],
  }));
  await writeFile(keys, JSON.stringify({ auth }), { mode: 0o600 });
  const [owner] = identities;
  const file = join(folder, 'schemathesis.toml');
  const text = [
    `hooks = ${JSON.stringify(join(project, 'hooks.py'))}`,
    await readFile(join(project, 'schemathesis.toml'), 'utf8'),
    ...Object.entries(ids).map(([kind, values]) => `[dictionaries.${kind}]\nvalues = ${JSON.stringify(values)}\n`),
    '[auth.wfc]',
    `path = ${JSON.stringify(keys)}`,
    `user = ${JSON.stringify(owner?.name)}`,
    `peers = ${JSON.stringify(identities.map(({ name }) => name))}`,
  ];
  await writeFile(file, text.join('\n') + '\n');
  return file;
}
