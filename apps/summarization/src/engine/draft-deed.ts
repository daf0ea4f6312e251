import type { Sentence } from './dialogue.ts';
import type { Mention } from './same-deed.ts';
import type { Speaker } from './summary-engine.ts';

/** Something to be done, as far as it is known: what was said about it, and the day that was said last. */
export interface DraftDeed {
  readonly owner: Speaker;
  readonly mentions: Mention[];
  readonly evidence: Sentence[];
  due: string | null;
}

/** Whether one of these words is what it is about. */
export function isAbout({ mentions }: Pick<DraftDeed, 'mentions'>, topics: ReadonlySet<string>): boolean {
  return mentions.some((one) => [...topics].some((topic) => one.topics.has(topic)));
}
