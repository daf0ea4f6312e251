import type { Resource } from '@ci/client/browser';
import { objectionsOf, overviewOf, stepsWithoutItem } from './statements.ts';

const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 500, quote: 'yes' });
const none = { overview: [], key_moments: [], objections: [], responses: [], decisions: [], next_steps: [] };
const summary = (given: Partial<Resource<'CallSummary'>>): Resource<'CallSummary'> => ({
  call_id: 'call_1',
  overview: '',
  key_moments: [],
  objections: [],
  decisions: [],
  next_steps: [],
  coaching_score: 50,
  generated_at: '2026-11-21T00:00:00.000Z',
  revision: 1,
  engine: { name: 'embedded', version: '1' },
  evidence: none,
  ...given,
});

describe('the overview', () => {
  it('has one statement for each sentence', () => {
    const overview = 'They spoke about version 2.1 of it. The prospect will write by 2026-12-28. It was short.';
    const evidence = { ...none, overview: [[at(0)], [at(1_000), at(2_000)], [at(3_000)]] };
    expect(overviewOf(summary({ overview, evidence }))).toEqual([
      { text: 'They spoke about version 2.1 of it.', evidence: [at(0)] },
      { text: 'The prospect will write by 2026-12-28.', evidence: [at(1_000), at(2_000)] },
      { text: 'It was short.', evidence: [at(3_000)] },
    ]);
  });

  it('is one statement where its sentences can not be told apart', () => {
    const overview = 'Ana of Webb Inc. Lisbon spoke. It was short.';
    const evidence = { ...none, overview: [[at(0)], [at(0), at(2_000)]] };
    expect(overviewOf(summary({ overview, evidence }))).toEqual([{ text: overview, evidence: [at(0), at(2_000)] }]);
  });
});

it('an objection has an answer with its own passages, or none', () => {
  const objections = [
    { objection: 'Too dear.', response: 'There is a discount.' },
    { objection: 'Too slow.', response: null },
  ];
  const evidence = { ...none, objections: [[at(0)], [at(1_000)]], responses: [[at(500)], []] };
  expect(objectionsOf(summary({ objections, evidence }))).toEqual([
    {
      objection: { text: 'Too dear.', evidence: [at(0)] },
      response: { text: 'There is a discount.', evidence: [at(500)] },
    },
    { objection: { text: 'Too slow.', evidence: [at(1_000)] }, response: null },
  ]);
});

describe('the next steps beside the action items', () => {
  const steps = [
    { text: 'The rep will send the contract', evidence: [at(1_000)] },
    { text: 'They meet on Monday', evidence: [at(2_000), at(3_000)] },
  ];

  it('are those that no item was made of', () => {
    expect(stepsWithoutItem(steps, [{ evidence: [at(1_000)] }])).toEqual([steps[1]]);
    expect(stepsWithoutItem(steps, [{ evidence: [at(3_000)] }])).toEqual([steps[0]]);
  });

  it('are all of them, where there is no item', () => {
    expect(stepsWithoutItem(steps, [])).toEqual(steps);
  });
});
