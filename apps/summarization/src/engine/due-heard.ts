import type { DatesSaid } from './dates-said.ts';
import type { Sentence } from './dialogue.ts';
import type { DraftDeed } from './draft-deed.ts';
import { prolongs } from './mention-dates.ts';
import { likelihood, type ReadCall } from './reading.ts';

interface HeardDue {
  readonly date: string;
  readonly sentence: Sentence;
  readonly weight: number;
}

const likelyEnough = 0.7;
const segmentsOff = 2;

/** Days that the reader takes for when something is due: what has none by its own words has the one beside it. */
export class DueHeard {
  readonly #reading: ReadCall;
  readonly #dates: DatesSaid;
  readonly #heard: HeardDue[] = [];

  constructor(reading: ReadCall, dates: DatesSaid) {
    this.#reading = reading;
    this.#dates = dates;
  }

  hear(sentence: Sentence): void {
    const { segment, start, raw, text } = sentence;
    const own = this.#reading.words(segment).filter((word) => word.start >= start && word.end <= start + raw.length);
    const weight = own.reduce((most, word) => Math.max(most, likelihood(word, 'due')), 0);
    const date = weight < likelyEnough ? null : this.#dates.dateIn(text);
    if (date !== null) this.#heard.push({ date: date.date, sentence, weight });
  }

  /** The likeliest day near the deed that no other one is nearer to; null where there is none, and for what goes on until a day. */
  dueOf(deed: DraftDeed, all: readonly DraftDeed[]): string | null {
    if (deed.mentions.some((one) => prolongs.test(one.deed?.words ?? ''))) return null;
    let best: (HeardDue & { readonly rank: number }) | null = null;
    for (const one of this.#heard) {
      const off = distance(deed, one.sentence);
      if (off > segmentsOff) continue;
      if (all.some((other) => distance(other, one.sentence) < off || isOfOther(deed, other, one))) continue;
      const rank = one.weight - 0.1 * off;
      if (rank > (best?.rank ?? 0)) best = { ...one, rank };
    }
    return best?.date ?? null;
  }
}

/** Said of another deed: the other side does not do this then, too, nor does this one what it promised some clauses away. */
const isOfOther = (deed: DraftDeed, other: DraftDeed, { sentence, date }: HeardDue): boolean =>
  other.due === date &&
  other.mentions.some((one) => one.sentence === sentence) &&
  (other.owner !== deed.owner || deed.evidence.every(({ index }) => Math.abs(index - sentence.index) > 1));

const distance = ({ evidence }: DraftDeed, { segment }: Sentence): number =>
  Math.min(...evidence.map((one) => Math.abs(one.segment - segment)));
