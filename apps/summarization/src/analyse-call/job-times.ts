/** When jobs are looked for, lost and tried again. Injection token: tests have less time. */
export interface JobTimes {
  readonly pollMs: number;
  /** How long a job stays with a worker that gives no sign of life. */
  readonly leaseMs: number;
  /** Before the second attempt; four times as long before each further one. */
  readonly retryMs: number;
  readonly maxAttempts: number;
}

export const JOB_TIMES = Symbol('JobTimes');
export const defaultJobTimes: JobTimes = { pollMs: 1_000, leaseMs: 30_000, retryMs: 1_000, maxAttempts: 4 };
