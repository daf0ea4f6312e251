import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formulaNames, formulaOf, namedValues, overviewReads } from './formulas.ts';
import type { OverviewReading, Question, Reading, Weights } from './formulas.ts';
import { SummaryComparison } from './summary-comparison.ts';
import type { CallToGrade, Features } from './summary-comparison.ts';
import type { StatedSummary, Statement } from './summary-statements.ts';

export interface StatementGrade {
  readonly statement: Statement;
  /** How likely a reader finds it wrong, and as it should be. */
  readonly wrong: number;
  readonly asItIs: number;
  readonly grade: 0 | 1 | 2;
}

export interface SummaryGrades {
  readonly statements: readonly StatementGrade[];
  /** 0 to 4. */
  readonly overview: number;
}

/** Written by `npm run eval -- --calibrate` from tools/engine-lab/grades. */
export const weightsFile = join(import.meta.dirname, 'weights.json');
export const readWeights = (): Weights => JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights;

/** Wrong whatever else it has: what no speaker said, and what the other side has to do. */
const byRule = { sound: 0.05, clean: 0 };
/** With these, as many statements get 0 and 2 as from the readers. */
const SOUND_FROM = 0.5;
const CLEAN_FROM = 0.4;

/** The grades that readers would give by the rubric, as far as code can tell. */
export const gradeSummary = (call: CallToGrade, summary: StatedSummary, weights: Weights): SummaryGrades =>
  new SummaryGrader(call, summary).grades(weights);

interface Odds {
  readonly sound: number;
  /** Given that it is sound. */
  readonly clean: number;
}

/** Reads a summary once; weights may differ. */
export class SummaryGrader {
  readonly #summary: StatedSummary;
  readonly #comparison: SummaryComparison;
  readonly #features: ReadonlyMap<string, Features>;
  readonly #parts: ReadonlyMap<string, readonly Statement[]>;
  readonly #ending: number;
  readonly #coverage: number;

  constructor(call: CallToGrade, summary: StatedSummary) {
    this.#summary = summary;
    this.#comparison = new SummaryComparison(call, summary);
    this.#features = new Map(summary.statements.map((one) => [one.id, this.#comparison.featuresOf(one)]));
    this.#ending = Number(this.#comparison.endingIsTold());
    this.#coverage = this.#comparison.coverage();
    this.#parts = new Map(
      summary.statements
        .filter(({ kind }) => kind === 'overview')
        .map((one) => [one.id, this.#comparison.partsOf(one)]),
    );
  }

  grades(weights: Weights): SummaryGrades {
    const odds = this.oddsOf(weights);
    const statements = this.#summary.statements.map((statement): StatementGrade => {
      const { sound, clean } = odds.get(statement.id) ?? byRule;
      const grade = sound < SOUND_FROM ? 0 : clean < CLEAN_FROM ? 1 : 2;
      return { statement, wrong: 1 - sound, asItIs: sound * clean, grade };
    });
    const overview = this.overviewReading(odds);
    const value = overviewReads.reduce((sum, read) => sum + overview[read] * (weights.overview[read] ?? 0), 0);
    return { statements, overview: Math.min(4, Math.max(0, value)) };
  }

  /** Formula by formula, for a response and a sentence rest on how sound the entries are. */
  oddsOf(weights: Weights): ReadonlyMap<string, Odds> {
    const odds = new Map<string, Odds>();
    for (const name of formulaNames)
      for (const statement of this.#summary.statements.filter(({ kind }) => formulaOf(kind) === name)) {
        const reading = this.readingOf(statement, odds);
        const chance = (question: Question) => {
          const named = weights.statements[name][question];
          const values = namedValues(question, statement.kind, reading);
          return 1 / (1 + Math.exp(-values.reduce((sum, [key, value]) => sum + value * (named[key] ?? 0), 0)));
        };
        odds.set(statement.id, isWrongByRule(reading) ? byRule : { sound: chance('sound'), clean: chance('clean') });
      }
    return odds;
  }

  readingOf(statement: Statement, odds: ReadonlyMap<string, Odds>): Reading {
    const features = this.#features.get(statement.id);
    if (features === undefined) throw new Error(`${statement.id} is not of this summary`);
    const objection = statement.kind === 'response' ? this.#comparison.objectionOf(statement) : undefined;
    const parts = (this.#parts.get(statement.id) ?? []).flatMap(({ id }) => {
      const one = odds.get(id);
      return one === undefined ? [] : [one];
    });
    const weakest = (value: (one: Odds) => number) => (parts.length === 0 ? 0 : Math.min(...parts.map(value)));
    return {
      ...features,
      toWrong: objection === undefined ? 0 : 1 - (odds.get(objection.id)?.sound ?? 0),
      part: Number(parts.length > 0),
      partSound: weakest(({ sound }) => sound),
      partClean: weakest(({ sound, clean }) => sound * clean),
    };
  }

  overviewReading(odds: ReadonlyMap<string, Odds>): OverviewReading {
    const sentences = this.#summary.statements.filter(({ kind }) => kind === 'overview');
    const wrong = sentences.reduce((sum, { id }) => sum + 1 - (odds.get(id)?.sound ?? 0), 0);
    return {
      constant: 1,
      ending: this.#ending,
      coverage: this.#coverage,
      wrong: sentences.length === 0 ? 1 : wrong / sentences.length,
    };
  }
}

export const isWrongByRule = ({ otherOwner, figureUnsaid, nameUnsaid }: Features): boolean =>
  otherOwner > 0 || figureUnsaid > 0 || nameUnsaid > 0;
