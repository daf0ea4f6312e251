import type { AnalysedSegment, AnalysisResult, Evidence, Outcome, Speaker } from '../../src/engine/summary-engine.ts';

export const statementKinds = ['action', 'objection', 'response', 'decision', 'overview'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** One statement of a summary, as a reader gets it to grade. */
export interface Statement {
  /** A letter for the kind and the place in its list, from 1: `R2` answers `O2`, `V1` is the first sentence of the overview. */
  readonly id: string;
  readonly kind: StatementKind;
  readonly text: string;
  readonly owner?: Speaker;
  readonly due_date?: string | null;
  /** Segments of the call that it cites, from 0. */
  readonly segments: readonly number[];
}

export interface StatedSummary {
  readonly outcome: Outcome;
  readonly statements: readonly Statement[];
}

/** What is graded of a summary: key moments and next steps repeat these texts. */
export function statedSummary(result: AnalysisResult, segments: readonly AnalysedSegment[]): StatedSummary {
  const { evidence } = result;
  const at = (quotes: readonly Evidence[] | undefined) => segmentsCited(quotes ?? [], segments);
  return {
    outcome: result.outcome,
    statements: [
      ...result.action_items.map((item, index): Statement => ({
        id: `A${String(index + 1)}`,
        kind: 'action',
        text: item.description,
        owner: item.owner,
        due_date: item.due_date,
        segments: at(item.evidence),
      })),
      ...result.objections.flatMap(({ objection, response }, index): Statement[] => {
        const id = String(index + 1);
        const raised = at(evidence.objections[index]);
        return [
          { id: `O${id}`, kind: 'objection', text: objection, segments: raised },
          ...(response === null
            ? []
            : [{ id: `R${id}`, kind: 'response', text: response, segments: at(evidence.responses[index]) } as const]),
        ];
      }),
      ...result.decisions.map((text, index): Statement => ({
        id: `D${String(index + 1)}`,
        kind: 'decision',
        text,
        segments: at(evidence.decisions[index]),
      })),
      ...sentencesOf(result.overview).map((text, index): Statement => ({
        id: `V${String(index + 1)}`,
        kind: 'overview',
        text,
        segments: at(evidence.overview[index]),
      })),
    ],
  };
}

const sentencesOf = (overview: string): readonly string[] => overview.split(/(?<=[.!?]) /).filter((one) => one !== '');

function segmentsCited(quotes: readonly Evidence[], segments: readonly AnalysedSegment[]): readonly number[] {
  const places = quotes.map(({ start_ms, end_ms, quote }) =>
    segments.findIndex((one) => one.start_ms === start_ms && one.end_ms === end_ms && one.text.includes(quote)),
  );
  return [...new Set(places.filter((place) => place >= 0))].sort((a, b) => a - b);
}
