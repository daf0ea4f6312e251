import { percentile, resultOf, type Measurement } from './benchmark.ts';

const measured: Measurement = {
  id: 'x',
  unit: 'messages/s',
  better: 'higher',
  ours: [900, 100, 500],
  anchor: [1_000, 2_000, 600],
  against: 'something else',
  aim: { of: 'ratio', value: 0.5 },
};

describe('resultOf', () => {
  it('sets the medians against each other and keeps every round', () => {
    expect(resultOf(measured)).toMatchObject({
      ours: 500,
      anchor: 1_000,
      ratio: 0.5,
      aim: 'ratio ≥ 0.5',
      met: true,
      rounds: { ours: [900, 100, 500], anchor: [1_000, 2_000, 600] },
    });
  });

  it('says when the aim is missed, by the ratio or by our own figure, from either side', () => {
    expect(resultOf({ ...measured, aim: { of: 'ratio', value: 0.51 } }).met).toBe(false);
    expect(resultOf({ ...measured, aim: { of: 'ours', value: 501 } }).met).toBe(false);
    const latency = { ...measured, unit: 'ms', better: 'lower' as const };
    expect(resultOf({ ...latency, aim: { of: 'ours', value: 499 } })).toMatchObject({
      met: false,
      aim: 'ours ≤ 499 ms',
    });
    expect(resultOf({ ...latency, aim: { of: 'ours', value: 500 } }).met).toBe(true);
  });

  it('judges nothing without an aim', () => {
    const { aim: _aim, ...unjudged } = measured;
    expect(resultOf({ ...unjudged, anchor: [] })).toMatchObject({ aim: null, met: null, anchor: null, ratio: null });
  });
});

describe('percentile', () => {
  it('is a value that was measured', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect([percentile(values, 50), percentile(values, 99), percentile(values, 100)]).toEqual([50, 99, 100]);
    expect(percentile([7], 99)).toBe(7);
    expect(() => percentile([], 50)).toThrow('no values');
  });
});
