import { mean } from './stand-in/mean.ts';

export type Pair = readonly [number, number];

/** Spearman's: of the ranks, equal values sharing theirs; 0 where one side is the same for all. */
export function rankCorrelation(pairs: readonly Pair[]): number {
  const [left, right] = [distances(pairs.map(([one]) => one)), distances(pairs.map(([, one]) => one))];
  const product = (a: readonly number[], b: readonly number[]) => mean(a.map((one, index) => one * (b[index] ?? 0)));
  const spread = product(left, left) * product(right, right);
  return spread === 0 ? 0 : product(left, right) / Math.sqrt(spread);
}

/** Of each value's rank from the mean rank. */
function distances(values: readonly number[]): readonly number[] {
  const ranks = values.map(
    (one) => values.filter((other) => other < one).length + (values.filter((other) => other === one).length + 1) / 2,
  );
  const middle = mean(ranks);
  return ranks.map((rank) => rank - middle);
}
