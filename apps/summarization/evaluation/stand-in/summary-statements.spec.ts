import type { AnalysisResult, Evidence } from '../../src/engine/summary-engine.ts';
import { statedSummary } from './summary-statements.ts';

const segments = ['It is dear.', 'I know. I will send the price list.', 'And slow.', 'Not any more.'].map(
  (text, index) => ({
    speaker: index % 2 === 0 ? ('prospect' as const) : ('rep' as const),
    start_ms: index * 1000,
    end_ms: index * 1000 + 900,
    text,
  }),
);
const quote = (place: number): Evidence => {
  const { start_ms, end_ms, text } = segments[place] as (typeof segments)[number];
  return { start_ms, end_ms, quote: text };
};

describe('the statements of a summary', () => {
  const result = {
    overview: 'Ada and Ben talked. The call ended open.',
    outcome: 'follow_up',
    objections: [
      { objection: 'It is dear', response: null },
      { objection: 'It is slow', response: 'It is not any more' },
    ],
    decisions: [],
    action_items: [{ description: 'Send the price list', owner: 'rep', due_date: null, evidence: [quote(1)] }],
    evidence: {
      overview: [[quote(0), quote(1)], []],
      objections: [[quote(0)], [quote(2)]],
      responses: [[], [quote(3)]],
      decisions: [],
    },
  } as unknown as AnalysisResult;

  it('have the numbers of their lists, a response that of its objection, and the segments that they cite', () => {
    const { outcome, statements } = statedSummary(result, segments);

    expect(outcome).toBe('follow_up');
    expect(statements.map(({ id, kind, segments: cited }) => [id, kind, cited])).toEqual([
      ['A1', 'action', [1]],
      ['O1', 'objection', [0]],
      ['O2', 'objection', [2]],
      ['R2', 'response', [3]],
      ['V1', 'overview', [0, 1]],
      ['V2', 'overview', []],
    ]);
  });
});
