import type { CallReader } from './reading.ts';
import type { AnalysedSegment, AnalysisInput, Speaker } from './summary-engine.ts';

/** Writes a call the way one would on paper: `call('rep: Hello.', 'prospect: Hi.')`, ten seconds a line, on Wednesday 12 June 2024. */
export function call(...lines: readonly string[]): AnalysisInput {
  return callOf(
    lines.map((line, index) => {
      const colon = line.indexOf(':');
      const speaker = line.slice(0, colon) as Speaker;
      return { speaker, start_ms: index * 10_000, end_ms: index * 10_000 + 9_000, text: line.slice(colon + 1).trim() };
    }),
  );
}

export function callOf(segments: readonly AnalysedSegment[]): AnalysisInput {
  return {
    callId: 'call_1',
    startedAt: new Date('2024-06-12T13:00:00Z'),
    timezone: 'Europe/Madrid',
    rep: { name: null },
    prospect: { name: null, company: null, email: null },
    title: null,
    segments,
  };
}

export function swapped(input: AnalysisInput): AnalysisInput {
  const segments = input.segments.map((one) => ({
    ...one,
    speaker: one.speaker === 'rep' ? ('prospect' as const) : ('rep' as const),
  }));
  return { ...input, segments };
}

/** A reader that takes every segment for everything with this likelihood: what the rules find is left as it is. */
export const credulous: CallReader = {
  read: () =>
    Promise.resolve({
      unit: () => 1,
      words: () => [],
      outcomes: { won: 0.25, lost: 0.25, follow_up: 0.25, no_outcome: 0.25 },
    }),
};
