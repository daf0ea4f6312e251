import semver from 'semver';

const steps = ['major', 'minor', 'patch'] as const;

/** The version that is wished for, by number or as a step from the newest one. Throws unless it is greater than that. */
export function nextVersion(newest: string | undefined, wish: string): string {
  const step = steps.find((one) => one === wish);
  if (step !== undefined && newest === undefined)
    throw new Error(`nothing was released before, so ${step} of what? Name a version like 1.0.0`);
  const version = step === undefined ? wish : semver.inc(newest ?? '', step);
  if (version === null || semver.valid(version) !== version || semver.prerelease(version) !== null)
    throw new Error(`${wish} is no version: name one like 1.2.0, or ${steps.join(', ')}`);
  if (newest !== undefined && !semver.gt(version, newest))
    throw new Error(`${version} is not greater than ${newest}, which was released`);
  return version;
}
