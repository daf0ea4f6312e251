import type { CreateCall } from '@ci/contracts';

const lines: readonly (readonly ['rep' | 'prospect', string])[] = [
  ['rep', 'Hi Marcus, thanks for making the time. Shall we go through the proposal?'],
  ['prospect', 'Yes. To be honest, the price is higher than what we had budgeted for.'],
  ['rep', 'You can start on the basic plan, which is 1,900 dollars a month.'],
  ['prospect', 'That would work for us. Let us start with the basic plan.'],
  ['rep', 'Perfect. I will send you the contract by next Friday.'],
  ['prospect', 'Thanks. Could you also send me the security questionnaire?'],
  ['rep', 'Sure, I will send the security questionnaire tomorrow.'],
  ['prospect', 'And I will check with our legal team before the end of the month.'],
];

/** A call of eight segments with its own prospect. */
export function callBody(email: string): CreateCall {
  return {
    rep_id: 'user_dana',
    rep: { name: 'Dana Reyes', email: 'dana@northwind-analytics.example' },
    started_at: new Date(Date.now() - 600_000).toISOString(),
    title: 'Acme Logistics: proposal',
    prospect: { email, name: 'Marcus Webb', company: 'Acme Logistics' },
    timezone: 'America/New_York',
    transcript: lines.map(([speaker, text], n) => ({ speaker, start_ms: n * 5_000, end_ms: n * 5_000 + 4_000, text })),
  };
}
