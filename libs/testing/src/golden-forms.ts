import { hasShapeOf, type Json } from './golden-files.ts';

/** What a golden file is of: `Opened.v2` is the second version, `Opened.v2.1` the same version with what was first added to it. */
export interface GoldenForm {
  readonly type: string;
  readonly version: number;
  /** 0: as the version began. */
  readonly addition: number;
}

export function goldenForm(name: string): GoldenForm {
  const [, type, version, addition = '0'] = /^(.+?)\.v(\d+)(?:\.(\d+))?$/.exec(name) ?? [];
  if (type === undefined) throw new Error(`${name} is not named like Opened.v2 or Opened.v2.1`);
  return { type, version: Number(version), addition: Number(addition) };
}

/** Of these names the newest form of a type in a version. */
export function newestForm(names: Iterable<string>, type: string, version: number): string | undefined {
  return [...names]
    .map((name) => ({ name, ...goldenForm(name) }))
    .filter((form) => form.type === type && form.version === version)
    .toSorted((one, other) => one.addition - other.addition)
    .at(-1)?.name;
}

/** Under which name today's example belongs: that of the newest form, or the next one where fields came or went since. */
export function formOfToday(files: ReadonlyMap<string, Json>, type: string, version: number, example: unknown): string {
  const newest = newestForm(files.keys(), type, version);
  if (newest === undefined) return `${type}.v${version}`;
  const today = JSON.parse(JSON.stringify(example)) as Json;
  return hasShapeOf(today, files.get(newest)) ? newest : `${type}.v${version}.${goldenForm(newest).addition + 1}`;
}
