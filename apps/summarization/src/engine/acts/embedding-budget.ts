/** A sentence with the words that it answers, if it answers any. The same words are read once. */
export interface Reading {
  readonly raw: string;
  /** What patterns look at. */
  readonly text: string;
  readonly context: string | null;
}

// Characters of all different texts, and what each text costs besides. A call of two hours has fewer than 120,000.
export const defaultBudget = 120_000;
const costOfText = 20;
// The embedder reads no further.
const longest = 256;
// So that the choice is spread over the call: a busy start does not leave the end unread.
const stretches = 50;

export interface Price {
  /** Of each text at most so many characters are read. */
  readonly read: number;
  /** The same text costs again: its meaning depends on its place. */
  readonly again: boolean;
}

export function costOf(text: string, read: number = longest): number {
  return costOfText + Math.min(text.length, read);
}

/**
 * Those that can be read for the budget: all of any ordinary call. Of a longer one, from each stretch the same share, those first
 * whose words hint most at something.
 */
export function affordable(
  readings: readonly Reading[],
  hints: (text: string) => readonly number[],
  budget: number = defaultBudget,
  { read, again }: Price = { read: longest, again: false },
): ReadonlySet<Reading> {
  const all = new Purse(Infinity, { read, again });
  for (const reading of readings) all.pay(reading);
  if (all.spent <= budget) return new Set(readings);
  const chosen = new Set<Reading>();
  const purse = new Purse(0, { read, again });
  const size = Math.ceil(readings.length / stretches);
  for (let start = 0; start < readings.length; start += size) {
    purse.limit = (budget * Math.min(readings.length, start + size)) / readings.length;
    for (const reading of mostTellingFirst(readings.slice(start, start + size), hints))
      if (purse.pay(reading)) chosen.add(reading);
  }
  return chosen;
}

/** By the best place that a sentence has for any act: else the acts that show most in words would take the whole share. */
function mostTellingFirst(
  readings: readonly Reading[],
  hints: (text: string) => readonly number[],
): readonly Reading[] {
  const all = readings.map((reading) => ({ reading, hints: hints(reading.text), place: readings.length }));
  for (const act of all[0]?.hints.keys() ?? []) {
    const ordered = [...all].sort((left, right) => (right.hints[act] as number) - (left.hints[act] as number));
    for (const [place, one] of ordered.entries()) one.place = Math.min(one.place, place);
  }
  return all.sort((left, right) => left.place - right.place).map(({ reading }) => reading);
}

/** Pays for each text once, unless it is read again. */
class Purse {
  limit: number;
  spent = 0;
  readonly #price: Price;
  readonly #known = new Set<string>();

  constructor(limit: number, price: Price) {
    this.limit = limit;
    this.#price = price;
  }

  pay({ raw, context }: Reading): boolean {
    const texts = (context === null ? [raw] : [raw, context]).filter((text) => !this.#known.has(text));
    const cost = texts.reduce((sum, text) => sum + costOf(text, this.#price.read), 0);
    if (this.spent + cost > this.limit) return false;
    this.spent += cost;
    if (!this.#price.again) for (const text of texts) this.#known.add(text);
    return true;
  }
}
