import type { UnitKind } from '../reading.ts';
import { goesAlong, meantPromises } from './as-read.ts';
import { pointsOf, spoken } from './coached-call.fixture.ts';

const read =
  (...segments: readonly Partial<Record<UnitKind, number>>[]) =>
  (segment: number, kind: UnitKind) =>
    segments[segment]?.[kind] ?? 0;

describe('promises that are meant', () => {
  it('are a share of all that sound like one, and those that are none are the evidence', async () => {
    const call = await spoken('rep: I will send the list.', 'rep: We do everything for you.', 'prospect: I will pay.');
    const likely = read({ action_rep: 0.9 }, { not_action: 0.8 }, { not_action: 0.9 });
    expect(meantPromises(call.dialogue, likely)).toMatchObject({
      value: 0.5,
      evidence: [{ raw: 'We do everything for you.' }],
    });
  });

  it('one more never costs points, and one for show never earns any', async () => {
    const call = await spoken('rep: I will send the list.', 'rep: We do everything for you.', 'prospect: Good.');
    const points = (...segments: readonly Partial<Record<UnitKind, number>>[]) =>
      pointsOf({ ...call, likely: read(...segments) }, 'meant_promises');
    expect(points({ promise: 0.9 })).toBeGreaterThan(points());
    expect(points({}, { not_action: 0.9 })).toBeLessThan(points());
  });
});

describe('the prospect goes along', () => {
  it('with what is put forward, against what is held against it; a segment of several clauses counts once', async () => {
    const call = await spoken('rep: Twelve, then.', 'prospect: Twelve it is. And the cable.', 'prospect: Too dear.');
    const { value, evidence } = goesAlong(call.dialogue, read({ agreement: 1 }, { agreement: 1 }, { objection: 0.5 }));
    expect(value).toBeCloseTo(2 / 3.5, 10);
    expect(evidence).toMatchObject([{ raw: 'Too dear.' }]);
  });

  it('an objection more never earns points, and a yes more never costs any', async () => {
    const call = await spoken('prospect: Too dear.', 'prospect: Fine.', 'rep: Good.');
    const points = (objection: number, agreement: number) =>
      pointsOf({ ...call, likely: read({ objection }, { agreement }) }, 'goes_along');
    expect(points(1, 0)).toBeLessThan(points(0, 0));
    expect(points(1, 1)).toBeGreaterThan(points(1, 0));
  });
});
