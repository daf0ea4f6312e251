import fc from 'fast-check';
import { SLICE_MS, sliceSize, spend, standing, type Slice } from './token-slice.ts';

const budget = { name: 'requests', perMinute: 600 };
const slice = (tokens: number, inBucket = 540): Slice => ({ tokens, inBucket, takenAtMs: 0 });

describe('a slice of a budget', () => {
  it('is a tenth of it, and never nothing', () => {
    expect([600, 60, 30, 4, 1].map((perMinute) => sliceSize({ name: 'x', perMinute }))).toEqual([60, 6, 3, 1, 1]);
  });

  it('is spent one by one', () => {
    expect(spend(slice(2), budget, 10)).toEqual({ kind: 'allowed', slice: slice(1) });
    expect(spend(slice(1), budget, 10)).toEqual({ kind: 'allowed', slice: slice(0) });
    expect(spend(slice(0), budget, 10)).toEqual({ kind: 'exhausted', giveBack: 0 });
  });

  it('is needed at first', () => {
    expect(spend(undefined, budget, 0)).toEqual({ kind: 'exhausted', giveBack: 0 });
  });

  it('gives back what was not spent in its time', () => {
    expect(spend(slice(41), budget, SLICE_MS - 1)).toMatchObject({ kind: 'allowed' });
    expect(spend(slice(41), budget, SLICE_MS)).toEqual({ kind: 'exhausted', giveBack: 41 });
  });

  it('of an empty bucket refuses until the bucket has its next token', () => {
    const empty = slice(0, 0.25); // 600 a minute: one token in 100 ms
    expect(spend(empty, budget, 0)).toEqual({ kind: 'refused', retryAfterMs: 75 });
    expect(spend(empty, budget, 74)).toEqual({ kind: 'refused', retryAfterMs: 1 });
    expect(spend(empty, budget, 75)).toEqual({ kind: 'exhausted', giveBack: 0 });
  });

  it('knows how much is left, and when the bucket is full again', () => {
    expect(standing(slice(59), budget, 0)).toEqual({ remaining: 599, fullInMs: 100 });
    expect(standing(slice(59), budget, 100)).toEqual({ remaining: 600, fullInMs: 0 });
    expect(standing(slice(0, 0.5), budget, 0)).toEqual({ remaining: 0, fullInMs: 59_950 });
  });

  it('never allows more than it holds, whenever it is asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.array(fc.integer({ min: 0, max: 2_000 })), (tokens, times) => {
        let current = slice(tokens);
        let allowed = 0;
        for (const now of times.toSorted((a, b) => a - b)) {
          const spending = spend(current, budget, now);
          if (spending.kind !== 'allowed') continue;
          allowed += 1;
          current = spending.slice;
        }
        expect(allowed).toBeLessThanOrEqual(tokens);
        expect(current.tokens).toBe(tokens - allowed);
      }),
    );
  });
});
