import type { DatesSaid } from './dates-said.ts';
import type { Sentence } from './dialogue.ts';
import type { DraftDeed } from './draft-deed.ts';
import { prolongs } from './mention-dates.ts';
import { likelihood, wordsOf, type ReadCall } from './reading.ts';

interface HeardDue {
  readonly date: string;
  readonly sentence: Sentence;
  readonly weight: number;
}

/** Deeds by the segments of their evidence. */
export type DeedsAt = ReadonlyMap<number, ReadonlySet<DraftDeed>>;

const likelyEnough = 0.7;
const segmentsOff = 2;

/** Days that the reader takes for when something is due: what has none by its own words has the one beside it. */
export class DueHeard {
  readonly #reading: ReadCall;
  readonly #dates: DatesSaid;
  readonly #heard = new Map<number, HeardDue[]>();

  constructor(reading: ReadCall, dates: DatesSaid) {
    this.#reading = reading;
    this.#dates = dates;
  }

  hear(sentence: Sentence): void {
    const { segment, text } = sentence;
    const weight = Math.max(0, ...wordsOf(this.#reading, sentence).map((word) => likelihood(word, 'due')));
    const date = weight < likelyEnough ? null : this.#dates.dateIn(text);
    if (date === null) return;
    const heard = this.#heard.get(segment) ?? [];
    this.#heard.set(segment, [...heard, { date: date.date, sentence, weight }]);
  }

  /** The likeliest day near the deed that no other one is nearer to; null where there is none, and for what goes on until a day. */
  dueOf(deed: DraftDeed, deeds: DeedsAt): HeardDue | null {
    if (deed.mentions.some((one) => prolongs.test(one.deed?.words ?? ''))) return null;
    const near = new Set(deed.evidence.flatMap(({ segment }) => around(segment, segmentsOff)));
    let best: (HeardDue & { readonly rank: number }) | null = null;
    for (const one of [...near].toSorted((left, right) => left - right).flatMap((at) => this.#heard.get(at) ?? [])) {
      const off = distance(deed, one.sentence);
      const others = around(one.sentence.segment, off).flatMap((at) => [...(deeds.get(at) ?? [])]);
      if (others.some((other) => distance(other, one.sentence) < off || isOfOther(deed, other, one))) continue;
      const rank = one.weight - 0.1 * off;
      if (rank > (best?.rank ?? 0)) best = { ...one, rank };
    }
    return best;
  }
}

export function deedsAt(deeds: readonly DraftDeed[]): DeedsAt {
  const at = new Map<number, Set<DraftDeed>>();
  for (const deed of deeds)
    for (const { segment } of deed.evidence) at.set(segment, (at.get(segment) ?? new Set()).add(deed));
  return at;
}

const around = (segment: number, off: number): readonly number[] =>
  Array.from({ length: 2 * off + 1 }, (_, place) => segment - off + place);

/** Said of another deed: the other side does not do this then, too, nor does this one what it promised some clauses away. */
const isOfOther = (deed: DraftDeed, other: DraftDeed, { sentence, date }: HeardDue): boolean =>
  other.due === date &&
  other.mentions.some((one) => one.sentence === sentence) &&
  (other.owner !== deed.owner || deed.evidence.every(({ index }) => Math.abs(index - sentence.index) > 1));

const distance = ({ evidence }: DraftDeed, { segment }: Sentence): number =>
  Math.min(...evidence.map((one) => Math.abs(one.segment - segment)));
