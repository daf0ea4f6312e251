import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Any plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface GoldenFilesOptions {
  /** One file per name, and the list of their checksums. */
  readonly folder: URL;
  /** What has to be there: today's content by name, such as `CallEnded.v2`. It is written once, and never compared. */
  readonly current: Readonly<Record<string, unknown>>;
  /** Adds the files that are missing. Default: whether the environment says `GOLDEN_FILES=write`. */
  readonly write?: boolean;
}

const listName = 'checksums.json';
/** Set to `write` to add the files that are missing. Nothing that is there is ever replaced. */
const switchName = 'GOLDEN_FILES';

/**
 * What was stored once, kept as files for ever: what tests load to show that it can still be read. By name, also those names that nothing
 * makes any more. Throws when a name has no file, when a file is gone, and when one was changed: stored data does not change to fit.
 */
export async function goldenFiles(options: GoldenFilesOptions): Promise<ReadonlyMap<string, Json>> {
  const { folder, current, write = process.env[switchName] === 'write' } = options;
  const path = fileURLToPath(folder);
  if (write) await writeMissing(path, current);
  const checksums = await readChecksums(path);
  const files = await readFiles(path);

  const problems = [
    ...Object.keys(current)
      .filter((name) => !files.has(name))
      .map((name) => `${name} has no golden file: write it with ${switchName}=write`),
    ...[...checksums.keys()].filter((name) => !files.has(name)).map((name) => `${name}.json was deleted`),
    ...[...files].flatMap(([name, content]) => changesOf(name, content, checksums.get(name))),
  ];
  if (problems.length > 0) throw new Error(`golden files in ${path}:\n${problems.join('\n')}`);
  return files;
}

/** The form of a value: names and kinds, no contents. `null` is of every kind: another value may be in its place. */
export function hasShapeOf(value: Json | undefined, example: Json | undefined): boolean {
  if (value === null || example === null) return true;
  if (Array.isArray(value) && Array.isArray(example)) {
    const [first] = example as readonly Json[];
    return first === undefined || (value as readonly Json[]).every((entry) => hasShapeOf(entry, first));
  }
  if (isObject(value) && isObject(example)) {
    const names = new Set([...Object.keys(value), ...Object.keys(example)]);
    return [...names].every((name) => name in value && name in example && hasShapeOf(value[name], example[name]));
  }
  return typeof value === typeof example && isObject(value) === isObject(example);
}

function changesOf(name: string, content: Json, checksum: string | undefined): string[] {
  if (checksum === undefined) return [`${name}.json is in no list of checksums: let ${switchName}=write make it`];
  if (checksum === checksumOf(content)) return [];
  return [`${name}.json was changed; what is stored does not change: make a new version and an upcaster`];
}

async function writeMissing(path: string, current: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(path, { recursive: true });
  const checksums = await readChecksums(path);
  const there = await readFiles(path);
  for (const [name, content] of Object.entries(current)) {
    if (there.has(name) || checksums.has(name)) continue;
    await writeFile(join(path, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
    checksums.set(name, checksumOf(JSON.parse(JSON.stringify(content)) as Json));
  }
  const sorted = Object.fromEntries([...checksums].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(join(path, listName), `${JSON.stringify(sorted, null, 2)}\n`);
}

async function readChecksums(path: string): Promise<Map<string, string>> {
  const text = await readFile(join(path, listName), 'utf8').catch(() => '{}');
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}

async function readFiles(path: string): Promise<Map<string, Json>> {
  const names = (await readdir(path).catch(() => [])).filter((name) => name.endsWith('.json') && name !== listName);
  const entries = names.toSorted().map(async (name): Promise<[string, Json]> => {
    return [name.slice(0, -'.json'.length), JSON.parse(await readFile(join(path, name), 'utf8')) as Json];
  });
  return new Map(await Promise.all(entries));
}

/** Of the content, not of the bytes: a formatter may break lines elsewhere. */
function checksumOf(content: Json): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
