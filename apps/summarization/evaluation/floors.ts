import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallScore } from './score-call.ts';
import { ratios } from './score-table.ts';
import type { SummaryGrades } from './stand-in/grade-summary.ts';
import { writtenFigures } from './stand-in/written-figures.ts';

/** What is held, and how far below what was reached its floor lies: as far as another processor's rounding moves it. */
const margins = {
  'statements that are not wrong': 0.01,
  'statements as they should be': 0.01,
  'overview, of 4': 0.05,
  'action items, F1': 0.02,
  'objections, F1': 0.02,
  'decisions, F1': 0.02,
  'key moments, F1': 0.02,
  outcome: 0.02,
} as const;
type Measure = keyof typeof margins;
const measures = Object.keys(margins) as readonly Measure[];
type Figures = Readonly<Record<Measure, number>>;

/** Calls that readers graded, and the floors of what the engine reaches on them. */
export interface Floors {
  readonly calls: readonly string[];
  readonly floors: Figures;
}

export const floorsFile = join(import.meta.dirname, 'floors.json');
export const readFloors = (): Floors => JSON.parse(readFileSync(floorsFile, 'utf8')) as Floors;

export function figuresOf(scores: readonly CallScore[], grades: readonly SummaryGrades[]): Figures {
  const f1 = (measure: 'actions' | 'objections' | 'decisions' | 'moments' | 'outcome') =>
    ratios(scores.map((score) => score[measure])).f1;
  const written = writtenFigures(grades);
  return {
    'statements that are not wrong': 1 - written.wrong,
    'statements as they should be': written.asItIs,
    'overview, of 4': written.overview,
    'action items, F1': f1('actions'),
    'objections, F1': f1('objections'),
    'decisions, F1': f1('decisions'),
    'key moments, F1': f1('moments'),
    outcome: f1('outcome'),
  };
}

export function floorsBelow(figures: Figures): Figures {
  const below = measures.map((measure) => [measure, Math.floor((figures[measure] - margins[measure]) * 1000) / 1000]);
  return Object.fromEntries(below) as Figures;
}

/** A table of all figures where one lies below its floor; empty where none does. */
export function belowFloors(figures: Figures, floors: Figures): string {
  const isBelow = (measure: Measure) => !(figures[measure] >= floors[measure]);
  if (!measures.some(isBelow)) return '';
  return [
    '| measure | now | floor | |',
    '| --- | --- | --- | --- |',
    ...measures.map(
      (measure) =>
        `| ${[measure, figures[measure].toFixed(3), floors[measure].toFixed(3), isBelow(measure) ? 'below' : ''].join(' | ')} |`,
    ),
    '',
    'Summaries have become worse, as far as code can tell: docs/quality.md, “The automatic stand-in”, says what it reads.',
    '`npm run eval -- --set corpus` and `--set corpus-long` show of which kind; `npm run eval -- --texts FILE` writes the statements themselves.',
    'Where they got better, or one figure is given for another on purpose: `npm run eval -- --floors` sets the floors anew.',
  ].join('\n');
}
