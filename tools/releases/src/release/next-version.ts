export const steps = ['major', 'minor', 'patch'] as const;
export type Step = (typeof steps)[number];

/** The version that is wished for, by number or as a step from the newest one. Throws unless it is greater than that. */
export function nextVersion(newest: string | undefined, wish: string): string {
  const version = isStep(wish) ? stepFrom(newest, wish) : wish;
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version))
    throw new Error(`${wish} is no version: name one like 1.2.0, or ${steps.join(', ')}`);
  if (newest !== undefined && !isGreater(version, newest))
    throw new Error(`${version} is not greater than ${newest}, which was released`);
  return version;
}

function isStep(wish: string): wish is Step {
  return (steps as readonly string[]).includes(wish);
}

function stepFrom(newest: string | undefined, step: Step): string {
  if (newest === undefined)
    throw new Error(`nothing was released before, so ${step} of what? Name a version like 1.0.0`);
  const [major, minor, patch] = numbersOf(newest);
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] };
  return next[step].join('.');
}

function isGreater(version: string, other: string): boolean {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  const differing = one.findIndex((number, place) => number !== two[place]);
  return differing !== -1 && (one[differing] ?? 0) > (two[differing] ?? 0);
}

function numbersOf(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}
