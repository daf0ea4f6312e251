import { resolveDueDate } from '../engine/due-date.ts';
import type { AnalysedSegment } from '../engine/summary-engine.ts';

export interface CallDay {
  readonly startedAt: Date;
  readonly timezone: string;
}

/** The date of a phrase that the model says was spoken: null unless the words are in a cited segment. The model's arithmetic is never asked. */
export function dueDateOf(phrase: string | null, cited: readonly AnalysedSegment[], day: CallDay): string | null {
  if (phrase === null) return null;
  const wanted = plain(phrase);
  if (wanted === '' || !cited.some(({ text }) => ` ${plain(text)} `.includes(` ${wanted} `))) return null;
  return resolveDueDate(phrase.replace(/\s+/gu, ' ').trim(), day.startedAt, day.timezone);
}

/** Case, spaces and marks around words are the transcriber's, not the speaker's. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[^\p{L}\p{N}'/:.-]+|\.(?=\s|$)/gu, ' ')
    .trim();
}
