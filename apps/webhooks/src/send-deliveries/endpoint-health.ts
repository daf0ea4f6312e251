/** How an endpoint has done since its last success; there is none while it is well. */
export interface EndpointFailures {
  readonly failingSince: Date;
  readonly failedAttempts: number;
}

const LONGEST_FAILURE_MS = 5 * 24 * 60 * 60 * 1000;
const FEWEST_FAILED_ATTEMPTS = 10;

/** Five days without a success, and enough attempts to tell: a quiet endpoint that failed twice in a week stays. */
export function hasFailedTooLong({ failingSince, failedAttempts }: EndpointFailures, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= LONGEST_FAILURE_MS && failedAttempts >= FEWEST_FAILED_ATTEMPTS;
}
