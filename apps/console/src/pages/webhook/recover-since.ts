const hourMs = 3_600_000;

const agoMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;

export type Since = keyof typeof agoMs | 'failing';

/** From when on is offered to send again: from the first failure where there is one. */
export function sinceOptions(failingSince: string | null): readonly Since[] {
  return [...(failingSince === null ? [] : (['failing'] as const)), 'hour', 'day', 'week', 'month'];
}

/** The instant that an option stands for. What came just before the first attempt that failed is meant as well. */
export function instantOf(since: Since, failingSince: string | null, now: number): string {
  if (since !== 'failing') return new Date(now - agoMs[since]).toISOString();
  return new Date(failingSince === null ? now : Date.parse(failingSince) - hourMs).toISOString();
}
