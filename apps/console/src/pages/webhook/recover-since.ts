import { instantOfLocal } from '../../formats/local-times.ts';

const hourMs = 3_600_000;

const agoMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;

export type Since = keyof typeof agoMs | 'failing' | 'other';

/** What a person has chosen. */
export interface SinceChoice {
  readonly since: Since;
  /** For `other`, on the clock of `timezone`: `2026-11-21T14:05`. */
  readonly local: string;
  readonly timezone: string;
  /** When the endpoint began to fail. */
  readonly failingSince: string | null;
}

/** From when on is offered to send again: from the first failure where there is one, or from any time. */
export function sinceOptions(failingSince: string | null): readonly Since[] {
  return [...(failingSince === null ? [] : (['failing'] as const)), 'hour', 'day', 'week', 'month', 'other'];
}

/** The instant that a choice stands for; undefined where no time was said. What came just before the first attempt that failed is meant as well. */
export function instantOf({ since, local, timezone, failingSince }: SinceChoice, now: number): string | undefined {
  if (since === 'other') return instantOfLocal(local, timezone)?.toISOString();
  if (since !== 'failing') return new Date(now - agoMs[since]).toISOString();
  return new Date(failingSince === null ? now : Date.parse(failingSince) - hourMs).toISOString();
}
