import type { CreateCall } from '@ci/contracts';

/** A short invented call with an objection, an agreement, two promises and a date. It ended a few minutes before `now`. */
export function sampleCall(now: Date): CreateCall {
  return {
    rep_id: 'user_dana',
    rep: { name: 'Dana Reyes', email: 'dana@northwind-analytics.example' },
    started_at: new Date(now.getTime() - 10 * 60_000).toISOString(),
    title: 'Acme Logistics: proposal',
    prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
    timezone: 'America/New_York',
    transcript: segments(),
  };
}

const lines: readonly (readonly ['rep' | 'prospect', string])[] = [
  [
    'rep',
    'Hi Marcus, thanks for making the time. I would like to go through the proposal and agree on how we continue.',
  ],
  ['prospect', 'Sounds good. We looked at it with the team yesterday.'],
  ['rep', 'Great. What stood out to you?'],
  [
    'prospect',
    'The reporting is what we need. To be honest though, the price is higher than what we had budgeted for.',
  ],
  ['rep', 'I understand. What had you planned for?'],
  ['prospect', 'About 2,000 dollars a month, and your quote is 2,600.'],
  ['rep', 'You can start on the basic plan, which is 1,900 dollars a month, and move up once the team uses it daily.'],
  ['prospect', 'That would work for us. Let us start with the basic plan.'],
  ['rep', 'Perfect. I will send you the contract by next Friday.'],
  ['prospect', 'Thanks. Could you also send me the security questionnaire?'],
  ['rep', 'Sure, I will send the security questionnaire tomorrow.'],
  ['prospect', 'And I will check with our legal team before the end of the month.'],
  ['rep', 'Wonderful. Talk to you next week, Marcus.'],
  ['prospect', 'Talk to you then. Bye.'],
];

function segments(): CreateCall['transcript'] {
  let at = 0;
  return lines.map(([speaker, text]) => {
    const start_ms = at;
    const end_ms = start_ms + 900 + text.split(' ').length * 320;
    at = end_ms + 300;
    return { speaker, start_ms, end_ms, text };
  });
}
