import fc from 'fast-check';
import { criteria, mostPoints, shareOf, type CriterionDefinition } from './formula.ts';

const all = Object.values<CriterionDefinition>(criteria);
const anyOf = fc.constantFrom(...all);
const anyValue = fc.oneof(
  fc.integer({ min: 0, max: 400_000 }),
  fc.integer({ min: 0, max: 12_000 }).map((value) => value / 1_000),
);

it('the weights add up to 100, and each criterion goes by its own name', () => {
  expect(all.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  expect(all.map(({ id }) => id)).toEqual(Object.keys(criteria));
});

it('the points of whatever is judged add up to 100 too, in proportion to the weights', () => {
  fc.assert(
    fc.property(fc.subarray(all, { minLength: 1 }), (judged) => {
      const points = mostPoints(judged);
      const weights = judged.reduce((sum, { weight }) => sum + weight, 0);
      expect([...points.values()].reduce((sum, one) => sum + one, 0)).toBe(100);
      for (const { id, weight } of judged)
        expect(Math.abs((points.get(id) ?? 0) - (100 * weight) / weights)).toBeLessThan(1);
    }),
  );
  expect(Object.fromEntries(mostPoints(all))).toEqual(Object.fromEntries(all.map(({ id, weight }) => [id, weight])));
});

it('nearer to the target never earns less, and only inside all points are earned', () => {
  fc.assert(
    fc.property(anyOf, anyValue, anyValue, (one, first, second) => {
      const [low, high] = [Math.min(first, second), Math.max(first, second)];
      const { min, max } = one.target;
      if (max === null || high <= max) expect(shareOf(high, one)).toBeGreaterThanOrEqual(shareOf(low, one));
      if (min === null || low >= min) expect(shareOf(low, one)).toBeGreaterThanOrEqual(shareOf(high, one));
      expect(shareOf(low, one) === 1).toBe((min === null || low >= min) && (max === null || low <= max));
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ['talk_ratio', 0.02, 0],
  ['talk_ratio', 0.2, 0.5],
  ['talk_ratio', 0.35, 1],
  ['talk_ratio', 0.6, 1],
  ['talk_ratio', 0.75, 0.5],
  ['talk_ratio', 1, 0],
  ['longest_monologue', 90_000, 1],
  ['longest_monologue', 165_000, 0.5],
  ['longest_monologue', 240_000, 0],
  ['takes_up', 0.15, 0],
  ['takes_up', 0.225, 0.5],
  ['interruptions', 5, 0],
  ['next_step', 0.25, 0],
  ['next_step', 0.625, 0.5],
  ['next_step', 1, 1],
] as const)('%s of %d earns %d of its points', (id, value, share) => {
  expect(shareOf(value, criteria[id])).toBeCloseTo(share, 10);
});
