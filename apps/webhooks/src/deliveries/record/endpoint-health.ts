/** How an endpoint has done since its last success; there is none while it is well. */
export interface EndpointFailures {
  readonly failingSince: Date;
  readonly failedAttempts: number;
}

const LONGEST_FAILURE_MS = 5 * 24 * 60 * 60 * 1000;
const FEWEST_FAILED_ATTEMPTS = 10;

/** Five days without a success, and enough attempts to judge: a quiet endpoint that failed twice in a week stays. */
export function hasFailedTooLong({ failingSince, failedAttempts }: EndpointFailures, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= LONGEST_FAILURE_MS && failedAttempts >= FEWEST_FAILED_ATTEMPTS;
}

/** What some attempts, in the order of their ends, say of one endpoint. */
export interface HealthChange {
  readonly webhookId: string;
  /** One of them was a success: what failed before it says nothing any more. */
  readonly healed: boolean;
  /** Failures after the last success, or all of them. */
  readonly failures: number;
  readonly firstFailureAt: Date | null;
}

/** Sums up attempts by endpoint. */
export function healthChanges(
  attempts: readonly { readonly webhookId: string; readonly delivered: boolean; readonly endedAt: Date }[],
): HealthChange[] {
  const changes = new Map<string, HealthChange>();
  for (const { webhookId, delivered, endedAt } of attempts) {
    const before = changes.get(webhookId) ?? { webhookId, healed: false, failures: 0, firstFailureAt: null };
    changes.set(
      webhookId,
      delivered
        ? { webhookId, healed: true, failures: 0, firstFailureAt: null }
        : { ...before, failures: before.failures + 1, firstFailureAt: before.firstFailureAt ?? endedAt },
    );
  }
  return [...changes.values()];
}
