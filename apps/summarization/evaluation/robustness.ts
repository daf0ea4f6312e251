import type { AnalysisInput, AnalysisResult } from '../src/engine/summary-engine.ts';
import { NothingToAnalyse } from '../src/engine/summary-engine.ts';
import { asInput } from './annotated-call.ts';
import type { AnnotatedCall } from './annotated-call.ts';
import { disturbances, type Disturbance } from './disturbances.ts';
import { scoreCall } from './score-call.ts';
import type { CallScore } from './score-call.ts';
import { ratios } from './score-table.ts';

/** What was found in all calls of a set under one disturbance. */
export interface DisturbedScores extends Pick<Disturbance, 'name' | 'grades'> {
  readonly scores: readonly CallScore[];
  /** Calls that are reported as won where the prospect did not buy. */
  readonly soldWrongly: number;
  /** Summaries that say for themselves what has to be said; null where nothing has. */
  readonly said: number | null;
}

export async function disturbedScores(
  calls: readonly AnnotatedCall[],
  analyse: (input: AnalysisInput) => Promise<AnalysisResult>,
): Promise<readonly DisturbedScores[]> {
  const all: DisturbedScores[] = [];
  for (const { name, grades, disturb, says } of disturbances) {
    const scores: CallScore[] = [];
    let [soldWrongly, said] = [0, 0];
    for (const [place, whole] of calls.entries()) {
      const call = disturb(whole, place);
      if (call === null) continue;
      const result = await analysedOrNothing(asInput(call), analyse);
      scores.push(scoreCall(call, result));
      if (result.outcome === 'won' && call.annotations.outcome !== 'won') soldWrongly += 1;
      if (says?.test(result.overview) === true) said += 1;
    }
    all.push({ name, grades, scores, soldWrongly, said: says === undefined ? null : said });
  }
  return all;
}

/** The service keeps no summary of a call in which nothing was said. */
async function analysedOrNothing(
  input: AnalysisInput,
  analyse: (input: AnalysisInput) => Promise<AnalysisResult>,
): Promise<AnalysisResult> {
  try {
    return await analyse(input);
  } catch (error) {
    if (!(error instanceof NothingToAnalyse)) throw error;
    return nothing;
  }
}

const nothing: AnalysisResult = {
  overview: '',
  key_moments: [],
  objections: [],
  decisions: [],
  next_steps: [],
  coaching_score: 0,
  coaching: { formula: { name: '', version: '' }, criteria: [], not_judged: [] },
  outcome: 'no_outcome',
  action_items: [],
  evidence: { overview: [], key_moments: [], objections: [], responses: [], decisions: [], next_steps: [] },
};

/** Action items and decisions that are listed and are in no annotation, forbidden ones among them. */
export function falsePromises(scores: readonly CallScore[]): { readonly false: number; readonly listed: number } {
  const listed = scores.reduce((sum, { actions, decisions }) => sum + actions.found + decisions.found, 0);
  const right = scores.reduce((sum, { actions, decisions }) => sum + actions.matched + decisions.matched, 0);
  return { false: listed - right, listed };
}

/** Numbers alone, one line for each disturbance. */
export function robustnessTable(all: readonly DisturbedScores[]): string {
  const lines = all.map((one) => {
    const { name, grades, scores, soldWrongly, said } = one;
    const f1 = (measure: 'actions' | 'dates' | 'objections' | 'decisions' | 'outcome') =>
      ratios(scores.map((score) => score[measure])).f1.toFixed(2);
    const promises = grades === 'nothing' ? ['–', '–'] : [f1('actions'), f1('dates')];
    const ofSides = grades === 'all' || grades === 'but the ending' ? [f1('objections'), f1('decisions')] : ['–', '–'];
    const { false: wrong, listed } = falsePromises(scores);
    const unfaithful = scores.reduce((sum, score) => sum + score.unfaithful.length, 0);
    const cells = [
      name,
      scores.length,
      ...promises,
      ...ofSides,
      grades === 'all' ? f1('outcome') : '–',
      `${String(wrong)} of ${String(listed)}`,
      soldWrongly,
      unfaithful,
      said === null ? '–' : said,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| the same calls | calls | action items | due dates | objections | decisions | outcome | false promises | sold wrongly | numbers not said | say so |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
