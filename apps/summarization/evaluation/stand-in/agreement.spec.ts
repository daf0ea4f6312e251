import { rankCorrelation } from '../rank-correlation.ts';
import { agreementOf, meansOfSummaries, pairsWithReaders } from './agreement.ts';
import { calibrate, keptSamples, leaveOneCallOut } from './calibration.ts';
import { readWeights } from './grade-summary.ts';

describe('figures of agreement', () => {
  it('are 1 for the same grades, and 0 beyond chance for grades that have nothing to do with each other', () => {
    const same = agreementOf([0, 1, 2, 0].map((grade) => [grade, grade] as const));
    const unrelated = agreementOf([0, 0, 1, 1].map((grade, index) => [grade, index % 2] as const));

    expect(same).toEqual({ pairs: 4, exact: 1, withinOne: 1, onWrong: 1, kappa: 1 });
    expect(unrelated).toEqual({ pairs: 4, exact: 0.5, withinOne: 1, onWrong: 0.5, kappa: 0 });
  });

  it('are of the order alone in a rank correlation', () => {
    const pair = (left: number, right: number) => [left, right] as const;

    expect(rankCorrelation([pair(1, 10), pair(2, 20), pair(3, 90)])).toBeCloseTo(1);
    expect(rankCorrelation([pair(1, 90), pair(2, 20), pair(3, 10)])).toBeCloseTo(-1);
  });
});

describe('the stand-in for readers', () => {
  const samples = keptSamples();

  it('grades with the weights that `npm run eval -- --calibrate` makes of the kept grades', () => {
    const written = readWeights();
    const fitted = calibrate(samples);

    expect(Object.keys(fitted.statements)).toEqual(Object.keys(written.statements));
    for (const [name, questions] of Object.entries(fitted.statements))
      for (const [question, weights] of Object.entries(questions))
        for (const [read, weight] of Object.entries(weights))
          expect([name, question, read, weight]).toEqual([
            name,
            question,
            read,
            expect.closeTo(written.statements[name as 'entries'][question as 'sound'][read] ?? NaN, 2),
          ]);
    for (const [read, weight] of Object.entries(fitted.overview))
      expect(weight).toBeCloseTo(written.overview[read] ?? NaN, 2);
  });

  it('agrees with the readers of calls that it was not calibrated on', () => {
    const graded = leaveOneCallOut(samples);
    const { pairs, exact, onWrong, kappa } = agreementOf(pairsWithReaders(graded));

    expect(pairs).toBeGreaterThan(2_200);
    expect(exact).toBeGreaterThan(0.71);
    expect(onWrong).toBeGreaterThan(0.79);
    expect(kappa).toBeGreaterThan(0.5);
    expect(rankCorrelation(meansOfSummaries(graded))).toBeGreaterThan(0.68);
  });
});
