import fc from 'fast-check';
import type { AnalysedSegment } from '../engine/summary-engine.ts';
import { estimateTokens } from './token-estimate.ts';
import { asLine, numberSegments, partsOf, tokensOf, turnsOf, type NumberedSegment } from './transcript-parts.ts';

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
  fc.lorem({ maxCount: 300 }),
);
const segment: fc.Arbitrary<AnalysedSegment> = fc.record({
  speaker: fc.constantFrom('rep' as const, 'prospect' as const),
  start_ms: fc.nat(1_000_000),
  end_ms: fc.nat(1_000_000),
  text: words,
});
const transcript = fc.array(segment, { maxLength: 60 }).map(numberSegments);
const limit = fc.integer({ min: 60, max: 3_000 });
const tokens = (part: readonly NumberedSegment[]) => part.reduce((sum, one) => sum + tokensOf(one), 0);

describe('the parts of a transcript', () => {
  it('hold every word of every segment, once and in order', () => {
    fc.assert(
      fc.property(transcript, limit, (segments, max) => {
        const pieces = new Map<number, NumberedSegment>();
        for (const piece of partsOf(segments, max).flat()) {
          const before = pieces.get(piece.id);
          pieces.set(piece.id, { ...piece, text: (before?.text ?? '') + piece.text });
        }
        expect([...pieces.values()]).toEqual(segments);
      }),
    );
  });

  it('are none above the limit, and as few as reading in order allows', () => {
    fc.assert(
      fc.property(transcript, limit, (segments, max) => {
        const parts = partsOf(segments, max);
        for (const part of parts) expect(tokens(part)).toBeLessThanOrEqual(max);
        const whole = tokens(segments) <= max;
        expect(parts.length).toBe(segments.length === 0 ? 0 : whole ? 1 : parts.length);
        if (!whole) expect(parts.length).toBeGreaterThan(1);
      }),
    );
  });

  it('keep a turn that fits in one part, whole', () => {
    fc.assert(
      fc.property(transcript, limit, (segments, max) => {
        const partOf = new Map(
          partsOf(segments, max).flatMap((part, index) => part.map(({ id }) => [id, index] as const)),
        );
        for (const turn of turnsOf(segments).filter((one) => tokens(one) <= max)) {
          expect(new Set(turn.map(({ id }) => partOf.get(id))).size).toBe(1);
        }
      }),
    );
  });

  it('cut a turn that fits in no part between its segments, and a segment that fits in none within', () => {
    const said = (count: number) => 'This is one of many words. '.repeat(count);
    const monologue = numberSegments(
      [20, 20, 900].map((count, index) => ({ speaker: 'rep', start_ms: index, end_ms: index, text: said(count) })),
    );
    const parts = partsOf(monologue, 400);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.flat().filter(({ id }) => id < 2)).toEqual(monologue.slice(0, 2));
    const pieces = parts.flat().filter(({ id }) => id === 2);
    expect(pieces.map(({ text }) => text).join('')).toBe(said(900));
    for (const { text } of pieces) expect(text).not.toMatch(/^\w+$/);
  });
});

describe('a line', () => {
  it('is one line for every reader, and says the same', () => {
    fc.assert(
      fc.property(words, (text) => {
        const line = asLine({ text: `${text}\u2028\u2029\u0085\n\r` });
        expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
        expect(JSON.parse(line)).toEqual({ text: `${text}\u2028\u2029\u0085\n\r` });
      }),
    );
  });
});

it('an estimate of tokens is a third of the bytes, rounded up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(estimateTokens(text)).toBe(Math.ceil(Buffer.byteLength(text) / 3));
    }),
  );
});
