import { spreadTable } from './coaching-spread.ts';
import { rankCorrelation } from './rank-correlation.ts';

const ranked = (left: readonly number[], right: readonly number[]) =>
  rankCorrelation(left.map((one, index) => [one, right[index] ?? NaN]));

it('the same order is 1 whatever the points, the other way round −1, equal values share a rank', () => {
  expect(ranked([10, 20, 90], [1, 2, 3])).toBeCloseTo(1, 10);
  expect(ranked([10, 20, 90], [3, 2, 1])).toBeCloseTo(-1, 10);
  expect(ranked([1, 1, 2, 2], [5, 6, 7, 8])).toBeCloseTo(0.894, 3);
  expect(ranked([50, 50, 50], [1, 2, 3])).toBe(0);
});

it('calls of each length stand apart, with the spread of both scores and their distance', () => {
  const table = spreadTable([
    { minutes: 2, reader: 20, own: 40 },
    { minutes: 3, reader: 60, own: 50 },
    { minutes: 30, reader: 80, own: 70 },
  ]);
  expect(table).toContain('| under 5 min | 2 | 20 / 60 / 60 | 40 / 50 / 50 | 1.00 | 15.0 |');
  expect(table).toContain('| 5 to 20 min | 0 |');
  expect(table).toContain('| over 20 min | 1 | 80 / 80 / 80 | 70 / 70 / 70 | 0.00 | 10.0 |');
  expect(table).toContain('| all | 3 |');
});
