import type { Sentence } from './dialogue.ts';

/** A text and the sentences it rests on. `dates` are resolved dates that the text may name besides what was said. */
export interface Statement {
  readonly text: string;
  readonly evidence: readonly Sentence[];
  readonly dates?: readonly string[];
}
