import { agreementOf } from './agreement.ts';
import type { Annotation } from './annotation.ts';
import type { CorpusCall } from './corpus-files.ts';

const action = (owner: string, at: number, more: object = {}) => ({
  owner,
  evidence: [[at, 'words', 'promise']],
  ...more,
});
const due = (date: string) => ({ due: { phrase: 'then', at: 1, date } });

function annotated(actions: readonly object[], value = 'won'): Annotation {
  return { actions, objections: [], decisions: [], outcome: { value } } as unknown as Annotation;
}
const agreement = (...annotations: Annotation[]) => agreementOf([{ annotations } as unknown as CorpusCall]);

it('two annotators agree on an entry with the same owner and a turn in common, and count what only one of them has', () => {
  const first = annotated([action('rep', 3, due('2026-03-01')), action('rep', 8)]);
  const second = annotated([action('rep', 3, due('2026-03-02')), action('prospect', 8)], 'lost');
  expect(agreement(first, second)).toBe(
    'actions 0.50 (2 of 4), objections –, decisions –, due dates 0.00 (0 of 1), outcome 0.00 (0 of 1)',
  );
});

it('an optional entry may be missing, and answers for one that is not', () => {
  const first = annotated([action('rep', 3)]);
  const second = annotated([action('rep', 3, { optional: true }), action('rep', 9, { optional: true })]);
  expect(agreement(first, second)).toContain('actions 1.00 (1 of 1)');
});

it('a call with one annotation says nothing of agreement', () => {
  expect(agreement(annotated([action('rep', 3)]))).toContain('actions –');
});
