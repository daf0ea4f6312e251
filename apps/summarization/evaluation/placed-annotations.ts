import type { AnalysedSegment } from '../src/engine/summary-engine.ts';
import type { AnnotatedCall } from './annotated-call.ts';

/** A segment of a call that was made of another one, and its place there; null for what is new. */
export interface Placed {
  readonly one: AnalysedSegment;
  readonly from: number | null;
}

/** The call with other segments: annotations move with theirs. What has lost a part of its evidence may be found, and need not. */
export function annotatedAs(call: AnnotatedCall, placed: readonly Placed[]): AnnotatedCall {
  const places = new Map(placed.flatMap(({ from }, index) => (from === null ? [] : [[from, index] as const])));
  const moved = (all: readonly number[]) => all.flatMap((one) => places.get(one) ?? []);
  const entries = <Entry extends { readonly segments: readonly number[]; readonly optional?: boolean }>(
    all: readonly Entry[],
  ): Entry[] =>
    all.flatMap((entry) => {
      const segments = moved(entry.segments);
      if (segments.length === 0) return [];
      return [{ ...entry, segments, ...(segments.length < entry.segments.length ? { optional: true } : {}) }];
    });
  const { annotations } = call;
  return {
    ...call,
    segments: placed.map(({ one }) => one),
    annotations: {
      ...annotations,
      action_items: entries(annotations.action_items),
      objections: entries(annotations.objections).map((one) => {
        const answer = one.answer_segments === null ? [] : moved(one.answer_segments);
        return { ...one, answer_segments: answer.length === 0 ? null : answer };
      }),
      decisions: entries(annotations.decisions),
      key_moments: moved(annotations.key_moments),
      ...(annotations.must_not === undefined
        ? {}
        : {
            must_not: annotations.must_not.flatMap((not) =>
              moved([not.segment]).map((segment) => ({ ...not, segment })),
            ),
          }),
    },
  };
}

export function withSegments(
  call: AnnotatedCall,
  change: (one: AnalysedSegment, before: AnalysedSegment | undefined, index: number) => AnalysedSegment,
): AnnotatedCall {
  return { ...call, segments: call.segments.map((one, index) => change(one, call.segments[index - 1], index)) };
}
