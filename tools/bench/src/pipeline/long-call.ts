import type { CreateCall } from '@ci/contracts';

const SEGMENT_MS = 3_600;
const LONGEST_CALL_MS = 12 * 3_600_000;

const whos = ['our planners', 'the warehouse team', 'two of the drivers', 'everybody in finance', 'the new manager'];
const does = ['still copies', 'goes through', 'prints out', 'keeps asking for', 'has to check', 'never sees', 'loses'];
const whats = ['the weekly orders', 'the delivery notes', 'last year’s prices', 'the stock list', 'the late returns'];
const whens = [
  'before lunch',
  'every other day',
  'when a truck is late',
  'at the end of the month',
  'as far as I know',
];
const asides = [
  'That has been so for # years.',
  'I would not call # a problem.',
  'We talked about # of them in the spring.',
  'It takes about # minutes each time.',
  'Does # sound familiar?',
  'The report shows # in one table.',
  'I had not thought of number #.',
];
const deeds = [
  'I will send you the contract by next Friday.',
  'Could you send me the security questionnaire?',
  'Sure, I will do that tomorrow.',
  'To be honest, the price is higher than what we had budgeted for.',
  'You can start on the basic plan and move up later.',
  'I will check with our legal team before the end of the month.',
];

/**
 * A call of two sentences a segment; every tenth segment is about something to do, all other sentences differ by a number at least: what was
 * read once is not read again. Two hours are 2,000 segments.
 */
export function longCall(segments: number): CreateCall {
  const eachMs = Math.min(SEGMENT_MS, Math.floor(LONGEST_CALL_MS / segments));
  return {
    rep_id: 'user_dana',
    rep: { name: 'Dana Reyes' },
    started_at: new Date(Date.now() - 86_400_000).toISOString(),
    title: `A call of ${segments} segments`,
    prospect: { email: `prospect-${segments}@acme.example`, name: 'Marcus Webb', company: 'Acme Logistics' },
    timezone: 'America/New_York',
    transcript: Array.from({ length: segments }, (_, n) => ({
      speaker: n % 2 === 0 ? ('rep' as const) : ('prospect' as const),
      start_ms: n * eachMs,
      end_ms: (n + 1) * eachMs - 200,
      text: `${sentence(n)} ${n % 10 === 9 ? of(deeds, (n - 9) / 10) : of(asides, n).replace('#', String(n))}`,
    })),
  };
}

function sentence(n: number): string {
  const whole = `${of(whos, n)} ${of(does, n)} ${of(whats, Math.floor(n / 35))} on line ${n} ${of(whens, Math.floor(n / 7))}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

function of(values: readonly string[], n: number): string {
  return values[n % values.length] ?? '';
}
