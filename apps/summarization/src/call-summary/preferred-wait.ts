/** The longest that a request is held open, in seconds. */
export const LONGEST_WAIT_SECONDS = 30;

/** The seconds of `Prefer: wait=N` (RFC 7240), at most 30; undefined without it. The first one counts; what is malformed is ignored. */
export function preferredWaitSeconds(header: string | readonly string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').split(',');
  for (const preference of preferences) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT_SECONDS);
  }
  return undefined;
}
