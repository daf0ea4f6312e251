import { validationCalls } from '../corpus-calls.ts';
import { fitLinear, fitLogistic } from './fitting.ts';
import { formulaNames, formulaOf, namedValues, overviewReads } from './formulas.ts';
import type { FormulaName, Question, Weights } from './formulas.ts';
import { mean } from './mean.ts';
import { goldAsSummary } from './gold-summary.ts';
import { isWrongByRule, SummaryGrader } from './grade-summary.ts';
import { gradedSummaries } from './graded-sheets.ts';
import type { SummaryGrades } from './grade-summary.ts';
import type { GradedSummary } from './graded-sheets.ts';
import { canBeGraded } from './summary-comparison.ts';
import type { CallToGrade } from './summary-comparison.ts';

/** A summary with what readers gave it, read once for all fits. */
export interface Sample {
  readonly summary: GradedSummary;
  readonly grader: SummaryGrader;
  /** How much each of its statements counts in a fit. */
  readonly weight: number;
}

/** Of all summaries whose texts are kept beside their grades, and of what the annotators of the same calls wrote. */
export function keptSamples(): readonly Sample[] {
  const calls = new Map(
    validationCalls()
      .filter(canBeGraded)
      .map((call) => [call.id, call]),
  );
  const callOf = (id: string): CallToGrade => {
    const call = calls.get(id);
    if (call === undefined) throw new Error(`${id} is no validation call`);
    return call;
  };
  const graded = gradedSummaries();
  return [
    ...graded.map((summary) => ({ summary, grader: new SummaryGrader(callOf(summary.call), summary), weight: 1 })),
    ...[...new Set(graded.map(({ call }) => call))].map((id) => annotatorsSample(callOf(id))),
  ];
}

/**
 * No engine has written well so far: without an example of a summary as it should be, the formulas would go on beyond what they were fitted to.
 * Its statements count little beside those that readers graded.
 */
const ANNOTATOR = 'annotator';
const WEIGHT_OF_ANNOTATOR = 0.1;

function annotatorsSample(call: CallToGrade): Sample {
  const stated = goldAsSummary(call.gold, call.annotations.outcome);
  const statements = Object.fromEntries(stated.statements.map(({ id }) => [id, 2]));
  const summary = { ...stated, call: call.id, version: ANNOTATOR, readers: [{ reader: 0, overview: 4, statements }] };
  return { summary, grader: new SummaryGrader(call, summary), weight: WEIGHT_OF_ANNOTATOR };
}

const RIDGE = 0.3;
const none: Weights = {
  statements: {
    entries: { sound: {}, clean: {} },
    responses: { sound: {}, clean: {} },
    sentences: { sound: {}, clean: {} },
  },
  overview: {},
};

/** Formula by formula, for later ones read what earlier ones say. */
export function calibrate(samples: readonly Sample[]): Weights {
  const fitted = formulaNames.reduce<Weights>(
    (weights, name) => ({
      ...weights,
      statements: { ...weights.statements, [name]: fitFormula(samples, name, weights) },
    }),
    none,
  );
  const overviews = samples.map(({ grader, summary, weight }) => ({
    features: overviewReads.map((read) => grader.overviewReading(grader.oddsOf(fitted))[read]),
    target: mean(summary.readers.map(({ overview }) => overview)),
    weight,
  }));
  return { ...fitted, overview: named(overviewReads, fitLinear(overviews, RIDGE)) };
}

function fitFormula(
  samples: readonly Sample[],
  name: FormulaName,
  weights: Weights,
): Weights['statements'][FormulaName] {
  const examples = samples.flatMap(({ grader, summary, weight }) => {
    const odds = grader.oddsOf(weights);
    return summary.statements
      .filter(({ kind }) => formulaOf(kind) === name)
      .map((statement) => ({ statement, reading: grader.readingOf(statement, odds) }))
      .filter(({ reading }) => !isWrongByRule(reading))
      .map(({ statement, reading }) => ({
        valuesFor: (question: Question) => namedValues(question, statement.kind, reading),
        grades: summary.readers.map(({ statements }) => statements[statement.id] ?? 0),
        weight,
      }));
  });
  return { sound: fitNamed('sound', examples), clean: fitNamed('clean', examples) };
}

interface Example {
  readonly valuesFor: (question: Question) => readonly (readonly [string, number])[];
  readonly grades: readonly number[];
  readonly weight: number;
}

/** Whether a statement is clean only those say who do not find it wrong. */
function fitNamed(question: Question, all: readonly Example[]): Readonly<Record<string, number>> {
  const [wanted, asked] =
    question === 'sound'
      ? [
          [1, 2],
          [0, 1, 2],
        ]
      : [[2], [1, 2]];
  const examples = all.flatMap(({ valuesFor, grades, weight }) => {
    const given = grades.filter((grade) => asked.includes(grade));
    if (given.length === 0) return [];
    return [
      {
        features: valuesFor(question).map(([, value]) => value),
        target: mean(given.map((grade) => Number(wanted.includes(grade)))),
        weight: (weight * given.length) / grades.length,
      },
    ];
  });
  return named(all[0]?.valuesFor(question).map(([name]) => name) ?? [], fitLogistic(examples, RIDGE));
}

/** Each summary graded with weights that know nothing of its call. */
export function leaveOneCallOut(
  samples: readonly Sample[],
): readonly { readonly summary: GradedSummary; readonly grades: SummaryGrades }[] {
  const read = samples.filter(({ summary }) => summary.version !== ANNOTATOR);
  const calls = [...new Set(read.map(({ summary }) => summary.call))];
  return calls.flatMap((call) => {
    const weights = calibrate(samples.filter(({ summary }) => summary.call !== call));
    return read
      .filter(({ summary }) => summary.call === call)
      .map(({ summary, grader }) => ({ summary, grades: grader.grades(weights) }));
  });
}

const named = (names: readonly string[], values: readonly number[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name, index) => [name, Math.round((values[index] ?? 0) * 1000) / 1000]));
