import type { CallScore, Counts } from './score-call.ts';

type Measure = 'actions' | 'dates' | 'objections' | 'answers' | 'decisions' | 'moments' | 'outcome';

const measures: readonly (readonly [Measure, string])[] = [
  ['actions', 'action items'],
  ['dates', 'due dates of those found'],
  ['objections', 'objections'],
  ['answers', 'answers to those found'],
  ['decisions', 'decisions'],
  ['moments', 'key moments, within 15 s'],
  ['outcome', 'outcome'],
];

/** Numbers alone: what was wrong on which call is not in it. */
export function scoreTable(name: string, scores: readonly CallScore[]): string {
  const lines = measures.map(([measure, label]) => {
    const { precision, recall, f1, sum } = ratios(scores.map((score) => score[measure]));
    return `| ${[label, percent(precision), percent(recall), percent(f1), `${sum.matched} of ${sum.expected}`].join(' | ')} |`;
  });
  const unfaithful = scores.reduce((sum, score) => sum + score.unfaithful.length, 0);
  const swapped = scores.reduce((sum, score) => sum + score.swapped, 0);
  const forbidden = scores.reduce((sum, score) => sum + score.forbidden, 0);
  return [
    `### ${name} (${scores.length} calls)`,
    '',
    '| measure | precision | recall | F1 | right |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `Texts with a number that was not said: ${unfaithful}. Won and lost confused: ${swapped}. Forbidden: ${forbidden}.`,
  ].join('\n');
}

export function ratios(all: readonly Counts[]): { precision: number; recall: number; f1: number; sum: Counts } {
  const sum = { found: 0, expected: 0, matched: 0 };
  for (const one of all) {
    sum.found += one.found;
    sum.expected += one.expected;
    sum.matched += one.matched;
  }
  const precision = sum.found === 0 ? 0 : sum.matched / sum.found;
  const recall = sum.expected === 0 ? 0 : sum.matched / sum.expected;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1, sum };
}

const percent = (value: number) => value.toFixed(2);
