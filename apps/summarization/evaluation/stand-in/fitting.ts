export interface Example {
  readonly features: readonly number[];
  /** Of a logistic fit between 0 and 1: the share of readers who say so. */
  readonly target: number;
  readonly weight: number;
}

export const probability = (weights: readonly number[], features: readonly number[]): number =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, index) => sum + weight * (features[index] ?? 0), 0)));

/** Weights of greatest likelihood, drawn to 0 by `ridge`; Newton's steps, so that the same examples give the same weights. */
export function fitLogistic(examples: readonly Example[], ridge: number): readonly number[] {
  const size = examples[0]?.features.length ?? 0;
  let weights: readonly number[] = Array.from({ length: size }, () => 0);
  for (let step = 0; step < 12; step += 1) {
    const slope = weights.map((weight) => -ridge * weight);
    const curve = weights.map((_, row) => weights.map((_unused, column) => (row === column ? ridge : 0)));
    for (const { features, target, weight } of examples) {
      const expected = probability(weights, features);
      for (const [row, value] of features.entries()) {
        if (value === 0) continue;
        slope[row] = (slope[row] ?? 0) + weight * (target - expected) * value;
        const line = curve[row] ?? [];
        for (const [column, other] of features.entries())
          line[column] = (line[column] ?? 0) + weight * expected * (1 - expected) * value * other;
      }
    }
    const change = solve(curve, slope);
    weights = weights.map((one, index) => one + (change[index] ?? 0));
  }
  return weights;
}

/** Least squares with a ridge, for what is no probability. */
export function fitLinear(examples: readonly Example[], ridge: number): readonly number[] {
  const size = examples[0]?.features.length ?? 0;
  const indexes = Array.from({ length: size }, (_, index) => index);
  const sum = (one: (example: Example) => number) =>
    examples.reduce((all, example) => all + example.weight * one(example), 0);
  const curve = indexes.map((row) =>
    indexes.map(
      (column) => (row === column ? ridge : 0) + sum(({ features }) => (features[row] ?? 0) * (features[column] ?? 0)),
    ),
  );
  const slope = indexes.map((row) => sum(({ features, target }) => (features[row] ?? 0) * target));
  return solve(curve, slope);
}

/** Gaussian elimination; the matrix is positive definite, so the diagonal can be divided by. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (const [place, pivot] of rows.entries())
    for (const [index, row] of rows.entries()) {
      if (index === place) continue;
      const factor = (row[place] ?? 0) / (pivot[place] ?? 1);
      for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value;
    }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}
