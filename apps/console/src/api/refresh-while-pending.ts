import type { Resource } from '@ci/client/browser';

const soonMs = 2_000;
const longestMs = 30_000;

/**
 * When to look again at what has attempts to come: often while one is due, seldom while the next is far, never (false) when none is.
 * `dueTimes` are the times of the next attempts, null or undefined where there is none.
 */
export function refreshAfter(
  dueTimes: readonly (string | null | undefined)[] | undefined,
  now: number,
): number | false {
  const waits = (dueTimes ?? []).flatMap((due) => (due === null || due === undefined ? [] : [Date.parse(due) - now]));
  if (waits.length === 0) return false;
  return Math.min(longestMs, Math.max(soonMs, Math.min(...waits)));
}

/** As above for a log: a delivery that is pending without a time is being sent. The more pages are loaded, the less often. */
export function refreshAfterDeliveries(
  pages: readonly { readonly data: readonly Resource<'Delivery'>[] }[] | undefined,
  now: number,
): number | false {
  const pending = (pages ?? []).flatMap(({ data }) => data).filter(({ status }) => status === 'pending');
  const after = refreshAfter(
    pending.map(({ next_attempt_at }) => next_attempt_at ?? new Date(now).toISOString()),
    now,
  );
  return after === false ? false : after * Math.max(1, pages?.length ?? 1);
}

/** A recovery is looked at for as long as it runs, and seldom while deliveries of it are to come: those the log follows. */
export function refreshAfterRecoveries(
  recoveries: readonly Pick<Resource<'WebhookRecovery'>, 'status' | 'pending'>[] | undefined,
): number | false {
  if (recoveries?.some(({ status }) => status === 'running') === true) return soonMs;
  return recoveries?.some(({ pending }) => pending > 0) === true ? longestMs : false;
}
