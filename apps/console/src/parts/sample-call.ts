import type { operations } from '@ci/client/browser';

type CreateCall = operations['recordCall']['requestBody']['content']['application/json'];

/** A short invented call in which everything is found: an objection, an agreement, promises with dates. It ended ten minutes before `now`. */
export function sampleCall(now: Date, rep: { readonly id: string; readonly name: string }, title: string): CreateCall {
  let at = 0;
  return {
    rep_id: rep.id,
    rep: { name: rep.name },
    started_at: new Date(now.getTime() - 10 * 60_000).toISOString(),
    title,
    prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
    transcript: lines.map(([speaker, text]) => {
      const start_ms = at;
      const end_ms = start_ms + 900 + text.split(' ').length * 320;
      at = end_ms + 300;
      return { speaker, start_ms, end_ms, text };
    }),
  };
}

/** English, as all that the analysis reads. */
const lines = [
  ['rep', 'Hi Marcus, thanks for making the time. What stood out to you in the proposal?'],
  [
    'prospect',
    'The reporting is what we need. To be honest though, the price is higher than what we had budgeted for.',
  ],
  ['rep', 'I understand. What had you planned for?'],
  ['prospect', 'About 2,000 dollars a month, and your quote is 2,600.'],
  ['rep', 'You can start on the basic plan, which is 1,900 dollars a month, and move up once the team uses it daily.'],
  ['prospect', 'That would work for us. Let us start with the basic plan.'],
  ['rep', 'Perfect. I will send you the contract by next Friday.'],
  ['prospect', 'And I will check with our legal team before the end of the month.'],
] as const;
