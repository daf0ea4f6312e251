/** Thirds of the scale, for the colour alone: the number says the rest. */
export function bandOf(score: number): 'low' | 'middle' | 'high' {
  if (score < 40) return 'low';
  return score < 70 ? 'middle' : 'high';
}
