import type { Draft } from '../src/llm-engine/draft.ts';
import type { NumberedSegment } from '../src/llm-engine/transcript-parts.ts';

export const emptyDraft: Draft = {
  overview: [],
  key_moments: [],
  objections: [],
  decisions: [],
  next_steps: [],
  action_items: [],
  outcome: { value: 'no_outcome', evidence: [] },
};

/** The segments of a message, read as a model would: between the marks, one on each line. */
export function segmentsIn(message: string): readonly NumberedSegment[] {
  return message
    .split('\n')
    .filter((line) => line.startsWith('{"id":'))
    .map((line) => JSON.parse(line) as NumberedSegment);
}

/** A summary in the speakers' own words, of whatever it is given: the notes of parts if there are such, else the transcript. */
export function literalDraft(message: string): Draft {
  const notes = message
    .split('\n')
    .filter((line) => line.startsWith('{"overview":'))
    .map((line) => JSON.parse(line) as Draft);
  if (notes.length > 0) {
    return {
      ...emptyDraft,
      overview: notes.flatMap(({ overview }) => overview.slice(0, 1)).slice(0, 4),
      next_steps: notes.flatMap(({ next_steps }) => next_steps),
      action_items: notes.flatMap(({ action_items }) => action_items),
    };
  }
  const said = segmentsIn(message).map(({ id, text }) => ({ text: text.slice(0, 200), evidence: [id] }));
  const promises = segmentsIn(message).filter(({ text }) => /\bI(?:'ll| will)\b/.test(text));
  return {
    ...emptyDraft,
    overview: said.slice(0, 2),
    key_moments: said.slice(0, 3),
    next_steps: said.slice(-1),
    action_items: promises.map(({ id, speaker, text }) => ({
      description: text.slice(0, 200),
      owner: speaker,
      due_phrase: /\bby [a-z ]*[A-Z]\w+/.exec(text)?.[0] ?? null,
      evidence: [id],
    })),
  };
}
