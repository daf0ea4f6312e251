import type { Outcome, Speaker } from '../../src/engine/summary-engine.ts';
import type { StatedSummary, Statement } from './summary-statements.ts';

/** What an annotator wrote about a call. */
export interface GoldSummary {
  readonly overview: readonly string[];
  /** What an overview has to say; a list is empty where the call gives no ground for it. */
  readonly aspects: Readonly<Record<Aspect, readonly string[]>>;
  readonly statements: readonly GoldStatement[];
}

export const aspects = ['sold', 'need', 'concern', 'terms', 'next', 'ending'] as const;
export type Aspect = (typeof aspects)[number];

export interface GoldStatement {
  readonly kind: 'action' | 'objection' | 'response' | 'decision';
  readonly text: string;
  readonly quotes: readonly string[];
  readonly segments: readonly number[];
  readonly owner?: Speaker;
  /** Of an action: what it is done to. */
  readonly object?: string | null;
  /** Of a response: the segments of its objection. */
  readonly answers?: readonly number[];
}

/** The annotator's summary as if an engine had written it. */
export function goldAsSummary({ statements, overview }: GoldSummary, outcome: Outcome): StatedSummary {
  const of = (kind: GoldStatement['kind']) => statements.filter((one) => one.kind === kind);
  const listed = (letter: string, kind: GoldStatement['kind']) =>
    of(kind).map((gold, index) => statementOf(`${letter}${String(index + 1)}`, gold));
  const objections = of('objection');
  return {
    outcome,
    statements: [
      ...listed('A', 'action'),
      ...listed('O', 'objection'),
      ...of('response').map((gold) => {
        const answered = objections.findIndex(({ segments }) => segments.join() === gold.answers?.join());
        return statementOf(`R${String(answered + 1)}`, gold);
      }),
      ...listed('D', 'decision'),
      ...overview.map((text, index) => ({
        id: `V${String(index + 1)}`,
        kind: 'overview' as const,
        text,
        segments: [],
      })),
    ],
  };
}

const statementOf = (id: string, { kind, text, segments, owner }: GoldStatement): Statement => ({
  id,
  kind,
  text,
  segments,
  ...(owner === undefined ? {} : { owner }),
});
