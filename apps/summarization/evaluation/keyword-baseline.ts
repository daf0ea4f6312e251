import { resolveDueDate } from '../src/engine/due-date.ts';
import type { AnalysedSegment, AnalysisInput, AnalysisResult, Evidence } from '../src/engine/summary-engine.ts';

/** What a dozen keywords a segment reach: the least that an engine has to beat, scored in the same run. */
export function keywordBaseline(input: AnalysisInput): AnalysisResult {
  const { segments, startedAt, timezone } = input;
  const promises = segments.filter(({ text }) =>
    /\b(?:i'll|i will|we'll|we will|can you|could you|please)\b/i.test(text),
  );
  const doubts = segments.filter(
    ({ speaker, text }) =>
      speaker === 'prospect' && /\b(?:but|expensive|too much|worried|concern|problem|not sure|risk)\b/i.test(text),
  );
  const settled = segments.filter(({ text }) => /\b(?:agreed|deal|sounds good|works for me|let's do)\b/i.test(text));
  const all = segments.map(({ text }) => text).join(' ');
  const outcome = /\b(?:not interested|no thanks|decided against)\b/i.test(all)
    ? 'lost'
    : /\b(?:sign|go ahead|deal)\b/i.test(all)
      ? 'won'
      : promises.length > 0
        ? 'follow_up'
        : 'no_outcome';
  const moments = [...promises, ...doubts].sort((left, right) => left.start_ms - right.start_ms).slice(0, 8);
  return {
    overview: '',
    key_moments: moments.map((one) => ({ timestamp_ms: one.start_ms, description: one.text })),
    objections: doubts.map((one) => ({ objection: one.text, response: next(one)?.text ?? null })),
    decisions: settled.map((one) => one.text),
    next_steps: [],
    coaching_score: 50,
    coaching: { formula: { name: 'none', version: '0' }, criteria: [], not_judged: [] },
    outcome,
    action_items: promises.map((one) => ({
      description: one.text,
      owner: /\b(?:can you|could you|please)\b/i.test(one.text) === (one.speaker === 'rep') ? 'prospect' : 'rep',
      due_date: resolveDueDate(one.text, startedAt, timezone),
      evidence: [quoted(one)],
    })),
    evidence: {
      overview: [],
      key_moments: moments.map((one) => [quoted(one)]),
      objections: doubts.map((one) => [quoted(one)]),
      responses: doubts.map((one) => (next(one) === undefined ? [] : [quoted(next(one) as AnalysedSegment)])),
      decisions: settled.map((one) => [quoted(one)]),
      next_steps: [],
    },
  };

  function next(segment: AnalysedSegment): AnalysedSegment | undefined {
    return segments[segments.indexOf(segment) + 1];
  }
}

const quoted = ({ start_ms, end_ms, text }: AnalysedSegment): Evidence => ({ start_ms, end_ms, quote: text });
