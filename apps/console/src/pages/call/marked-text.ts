/** A stretch of a text, marked or not. */
export interface Stretch {
  readonly text: string;
  readonly marked: boolean;
}

/** A text with every quote in it marked, once each; quotes that overlap are one mark. */
export function markedText(text: string, quotes: readonly string[]): readonly Stretch[] {
  const ranges = quotes
    .map((quote) => ({ start: quote === '' ? -1 : text.indexOf(quote), length: quote.length }))
    .filter(({ start }) => start >= 0)
    .sort((one, other) => one.start - other.start);
  const stretches: Stretch[] = [];
  let done = 0;
  for (const { start, length } of ranges) {
    const end = start + length;
    if (end <= done) continue;
    if (start > done) stretches.push({ text: text.slice(done, start), marked: false });
    stretches.push({ text: text.slice(Math.max(start, done), end), marked: true });
    done = end;
  }
  return done < text.length ? [...stretches, { text: text.slice(done), marked: false }] : stretches;
}
