/** Spans of time by name: an address that is kept means those of the day on which it is opened. */
export const periods = ['today', 'this_week', 'last_week', 'this_month', 'last_month', 'this_quarter'] as const;
export type Period = (typeof periods)[number];

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The first and the last day of a period; `today` is a day of the workspace's zone. Weeks begin on Monday. */
export function daysOf(period: Period, today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'this_week':
      return { from: mondayOf(today), to: shifted(mondayOf(today), 6) };
    case 'last_week':
      return { from: shifted(mondayOf(today), -7), to: shifted(mondayOf(today), -1) };
    case 'this_month':
      return months(year, month, 1);
    case 'last_month':
      return months(year, month - 1, 1);
    case 'this_quarter':
      return months(year, month - (month % 3), 3);
  }
}

function months(year: number, first: number, count: number): Days {
  return { from: dayAt(Date.UTC(year, first, 1)), to: dayAt(Date.UTC(year, first + count, 0)) };
}

function mondayOf(day: string): string {
  return shifted(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function shifted(day: string, by: number): string {
  return dayAt(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000);
}

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
