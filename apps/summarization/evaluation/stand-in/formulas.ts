import type { Features } from './summary-comparison.ts';
import type { StatementKind } from './summary-statements.ts';

/** What the formulas read of a statement; of a response and a sentence also how sound the entries are that it rests on. */
export interface Reading extends Features {
  /** Of a response: how likely its objection is wrong. */
  readonly toWrong: number;
  /** Of a sentence: whether it says entries again, how likely the weakest of them is not wrong, and is as it should be. */
  readonly part: number;
  readonly partSound: number;
  readonly partClean: number;
}

interface Formula {
  readonly kinds: readonly StatementKind[];
  /** What makes a statement not wrong. */
  readonly sound: readonly (keyof Reading)[];
  /** What makes one that is not wrong be as it should be. */
  readonly clean: readonly (keyof Reading)[];
}

/** One formula for what stands for itself, one for each kind that rests on it. In this order. */
export const formulas = {
  entries: {
    kinds: ['action', 'objection', 'decision'],
    sound: ['cited', 'said', 'told', 'noted', 'forbidden', 'hollow', 'cutOff', 'lowerName'],
    clean: ['said', 'told', 'object', 'question', 'spoken', 'pointing', 'hollow', 'cutOff', 'long', 'lowerName'],
  },
  responses: {
    kinds: ['response'],
    sound: ['toWrong', 'cited', 'said', 'noted', 'answersAnother', 'onTopic', 'wasAnswered', 'nearAnswer'],
    clean: ['cited', 'said', 'onTopic', 'spoken', 'pointing'],
  },
  sentences: {
    kinds: ['overview'],
    sound: [
      'said',
      'told',
      'part',
      'partSound',
      'partClean',
      'rightOutcome',
      'wrongOutcome',
      'figureUnnoted',
      'namesOnly',
      'topics',
      'lowerName',
      'spoken',
    ],
    clean: [
      'said',
      'told',
      'part',
      'partSound',
      'partClean',
      'rightOutcome',
      'wrongOutcome',
      'figureUnnoted',
      'namesOnly',
      'topics',
      'lowerName',
      'spoken',
    ],
  },
} as const satisfies Record<string, Formula>;
export type FormulaName = keyof typeof formulas;
export const formulaNames = ['entries', 'responses', 'sentences'] as const satisfies readonly FormulaName[];

export const formulaOf = (kind: StatementKind): FormulaName =>
  kind === 'response' ? 'responses' : kind === 'overview' ? 'sentences' : 'entries';

export type Question = 'sound' | 'clean';

/** By what is read, and a constant for each kind. */
type NamedWeights = Readonly<Record<string, number>>;
export interface Weights {
  readonly statements: Readonly<Record<FormulaName, Readonly<Record<Question, NamedWeights>>>>;
  readonly overview: NamedWeights;
}

/** In one order: a constant for each kind, then what is read. */
export function namedValues(
  question: Question,
  kind: StatementKind,
  reading: Reading,
): readonly (readonly [string, number])[] {
  const formula: Formula = formulas[formulaOf(kind)];
  return [
    ...formula.kinds.map((one) => [one, Number(one === kind)] as const),
    ...formula[question].map((one) => [one, reading[one]] as const),
  ];
}

/** What the grade of an overview is made of; `wrong`: of its sentences the share that is likely wrong. */
export const overviewReads = ['constant', 'ending', 'coverage', 'wrong'] as const;
export type OverviewReading = Readonly<Record<(typeof overviewReads)[number], number>>;
