import type { AttemptResult } from './attempt-result.ts';

/** What an attempt means for its delivery. */
export type RetryDecision =
  | { readonly kind: 'delivered' }
  /** The endpoint says that it is gone: no attempt on any delivery any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'exhausted' };

export interface RetryCircumstances {
  /** Failed attempts since the delivery was created or asked for again, this one included. */
  readonly failures: number;
  readonly now: Date;
  /** At least 0, less than 1. */
  readonly random: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after the first, second, … failure. After the last one there is no more. */
export const retryScheduleMs: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];

/** Endpoints that failed together must not be tried again together. */
const JITTER = 0.1;
const MIN_RETRY_AFTER_MS = SECOND;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** Decides what happens after an attempt: pure, so clock and chance come in as values. */
export function decideRetry(result: AttemptResult, { failures, now, random }: RetryCircumstances): RetryDecision {
  const { statusCode, error } = result;
  if (error === null && statusCode !== null && statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  if (statusCode === 410) return { kind: 'gone' };
  const scheduledMs = retryScheduleMs[failures - 1];
  if (scheduledMs === undefined) return { kind: 'exhausted' };
  const jitteredMs = scheduledMs * (1 - JITTER + 2 * JITTER * random);
  const requestedMs = requestedWaitMs(result, now) ?? jitteredMs;
  // Coming back sooner is tried once. An overloaded endpoint that keeps saying "in a second" would else use up the schedule within seconds.
  const waitMs = failures === 1 ? requestedMs : Math.max(requestedMs, jitteredMs);
  return { kind: 'retry', at: new Date(now.getTime() + Math.round(waitMs)) };
}

/** When an overloaded endpoint wants us back; within a day, and not at once. */
function requestedWaitMs({ statusCode, retryAfter }: AttemptResult, now: Date): number | undefined {
  if (retryAfter === null || (statusCode !== 429 && statusCode !== 503)) return undefined;
  const waitMs = parseRetryAfter(retryAfter.trim(), now);
  return waitMs === undefined ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(MIN_RETRY_AFTER_MS, waitMs));
}

/** RFC 9110, 10.2.3: a number of seconds, or an HTTP date. */
function parseRetryAfter(text: string, now: Date): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now.getTime();
}
