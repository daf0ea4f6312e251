/** `3`, `2.4` or `2.4.1`: what is left out is 0. */
export type EngineVersion = readonly [major: number, minor: number, patch: number];

/** Undefined when it is no version. What follows the numbers (`-rc.1`) does not count. */
export function engineVersionOf(text: string): EngineVersion | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(text);
  if (found === null) return undefined;
  const [, major, minor = 0, patch = 0] = found;
  return [Number(major), Number(minor), Number(patch)];
}

export function isBefore(one: EngineVersion, other: EngineVersion): boolean {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}
