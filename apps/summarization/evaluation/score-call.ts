import type { AnalysedSegment, AnalysisResult, Evidence } from '../src/engine/summary-engine.ts';
import type { AnnotatedCall } from './annotated-call.ts';
import { unfaithfulTexts } from './unfaithful-texts.ts';

/** Counts that add up over calls; ratios are made of the sums at the end. */
export interface Counts {
  found: number;
  expected: number;
  matched: number;
}

export interface CallScore {
  readonly actions: Counts;
  /** Of the action items that match: how many have the day that was said (or none where none was). */
  readonly dates: Counts;
  readonly objections: Counts;
  /** Of the objections that match: how many have an answer that overlaps, or none where none was given. */
  readonly answers: Counts;
  readonly decisions: Counts;
  readonly moments: Counts;
  readonly outcome: Counts;
  /** A won call called lost, or the other way round. */
  readonly swapped: number;
  readonly unfaithful: readonly string[];
  /** Entries that rest on what a careless reader would report, and on nothing that is annotated. */
  readonly forbidden: number;
}

export function scoreCall(call: AnnotatedCall, result: AnalysisResult): CallScore {
  const { annotations } = call;
  const places = (evidence: readonly Evidence[]) => indexesOf(evidence, call.segments);

  const items = result.action_items.map((item) => ({ ...item, at: places(item.evidence) }));
  const actionPairs = pairs(items, annotations.action_items, (found, expected) =>
    found.owner === expected.owner ? overlap(found.at, expected.segments) : 0,
  );
  const required = actionPairs.filter(([, { optional }]) => optional !== true);
  const datesRight = required.filter(([found, { due_date, due_span }]) =>
    due_span === undefined
      ? found.due_date === due_date
      : found.due_date !== null && found.due_date >= (due_span[0] ?? '') && found.due_date <= (due_span[1] ?? ''),
  );

  const raised = result.objections.map((one, index) => ({
    at: places(result.evidence.objections[index] ?? []),
    answered: one.response === null ? null : places(result.evidence.responses[index] ?? []),
  }));
  const objectionPairs = pairs(raised, annotations.objections, (found, expected) =>
    overlap(found.at, expected.segments),
  );
  const answersRight = objectionPairs.filter(([{ answered }, { answer_segments }]) =>
    answered === null || answer_segments === null
      ? answered === answer_segments
      : overlap(answered, answer_segments) > 0,
  );

  const settled = result.evidence.decisions.map((evidence) => ({ at: places(evidence) }));
  const decisionPairs = pairs(settled, annotations.decisions, (found, expected) =>
    overlap(found.at, expected.segments),
  );

  const moments = result.key_moments.map(({ timestamp_ms }) => timestamp_ms);
  const expectedMoments = annotations.key_moments.map((index) => call.segments[index]?.start_ms ?? Infinity);
  const momentPairs = pairs(moments, expectedMoments, (found, expected) =>
    Math.abs(found - expected) <= 15_000 ? 20_000 - Math.abs(found - expected) : 0,
  );

  const forbidden = (kind: string, all: readonly { at: readonly number[] }[], taken: Pairs) =>
    all.filter(
      (one) =>
        !taken.some(([found]) => found === one) &&
        annotations.must_not?.some((not) => not.kind === kind && one.at.includes(not.segment)) === true,
    ).length;
  const outcomes = [result.outcome, annotations.outcome].sort().join();
  return {
    actions: counted(items, annotations.action_items, actionPairs),
    dates: counts(required, required, datesRight),
    objections: counted(raised, annotations.objections, objectionPairs),
    answers: counts(objectionPairs, objectionPairs, answersRight),
    decisions: counted(settled, annotations.decisions, decisionPairs),
    moments: counts(moments, expectedMoments, momentPairs),
    outcome: { found: 1, expected: 1, matched: result.outcome === annotations.outcome ? 1 : 0 },
    swapped: outcomes === 'lost,won' ? 1 : 0,
    unfaithful: unfaithfulTexts(result),
    forbidden:
      forbidden('action', items, actionPairs) +
      forbidden('objection', raised, objectionPairs) +
      forbidden('decision', settled, decisionPairs),
  };
}

type Pairs = readonly (readonly [unknown, unknown])[];

/** What is optional neither helps nor hurts. */
function counted<Expected extends { readonly optional?: boolean }>(
  found: readonly unknown[],
  expected: readonly Expected[],
  matched: readonly (readonly [unknown, Expected])[],
): Counts {
  const required = matched.filter(([, { optional }]) => optional !== true).length;
  return {
    found: found.length - (matched.length - required),
    expected: expected.filter(({ optional }) => optional !== true).length,
    matched: required,
  };
}

function counts(found: readonly unknown[], expected: readonly unknown[], matched: readonly unknown[]): Counts {
  return { found: found.length, expected: expected.length, matched: matched.length };
}

const overlap = (left: readonly number[], right: readonly number[]): number =>
  left.filter((one) => right.includes(one)).length;

/** One to one, the best match first. */
function pairs<Found, Expected>(
  found: readonly Found[],
  expected: readonly Expected[],
  worth: (found: Found, expected: Expected) => number,
): readonly (readonly [Found, Expected])[] {
  const all = found.flatMap((one, left) =>
    expected.map((other, right) => ({ left, right, one, other, worth: worth(one, other) })),
  );
  const taken = { left: new Set<number>(), right: new Set<number>() };
  return all
    .filter((pair) => pair.worth > 0)
    .sort((a, b) => b.worth - a.worth || a.left - b.left || a.right - b.right)
    .flatMap(({ left, right, one, other }) => {
      if (taken.left.has(left) || taken.right.has(right)) return [];
      taken.left.add(left);
      taken.right.add(right);
      return [[one, other] as const];
    });
}

function indexesOf(evidence: readonly Evidence[], segments: readonly AnalysedSegment[]): readonly number[] {
  const places = evidence.map((one) =>
    segments.findIndex(
      (segment) =>
        segment.start_ms === one.start_ms && segment.end_ms === one.end_ms && segment.text.includes(one.quote),
    ),
  );
  return [...new Set(places)];
}
