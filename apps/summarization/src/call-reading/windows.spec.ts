import { featureCount, featuresOf, unitsOf, windowsOf, windowTokens, type Unit } from './windows.ts';

const tokens = (count: number) => Array.from({ length: count }, (_, index) => 1_000 + index);
const units = (...lengths: readonly number[]): readonly Unit[] =>
  lengths.flatMap((length, index) => unitsOf(index, index % 2 === 0 ? 0 : 1, tokens(length)));

describe('the units of a segment', () => {
  it('are one, or several of nearly the same length', () => {
    expect(unitsOf(0, 0, tokens(72)).map(({ ids }) => ids.length)).toEqual([72]);
    expect(unitsOf(0, 0, tokens(150)).map(({ ids, offset }) => [offset, ids.length])).toEqual([
      [0, 50],
      [50, 50],
      [100, 50],
    ]);
  });

  it('are one where nothing can be read', () => {
    expect(unitsOf(3, 1, [])).toEqual([{ segment: 3, side: 1, offset: 0, ids: [100] }]);
  });
});

describe('the windows of a call', () => {
  it('hold no more than the reader takes, and each unit is read once, whole', () => {
    const all = units(...Array.from({ length: 200 }, (_, index) => 1 + ((index * 37) % 120)));
    const windows = windowsOf(all);
    expect(Math.max(...windows.map(({ ids }) => ids.length))).toBeLessThanOrEqual(windowTokens);
    const read = windows.flatMap((window) =>
      window.units.map(({ unit, first, last }) => [unit, window.ids.slice(first, last)] as const),
    );
    expect(read.map(([unit]) => unit).sort((left, right) => left - right)).toEqual(all.map((_, index) => index));
    for (const [unit, ids] of read) expect(ids).toEqual(all[unit]?.ids);
  });

  it('overlap, so that a unit is read where it has words around it', () => {
    const windows = windowsOf(units(...Array.from({ length: 40 }, () => 20)));
    const [, second] = windows;
    expect(windows.length).toBeGreaterThan(3);
    expect(second?.units[0]?.first).toBeGreaterThan(1);
  });

  it('grow with the call and not faster', () => {
    const count = (length: number) => windowsOf(units(...Array.from({ length }, () => 15))).length;
    expect(count(4_000) / count(400)).toBeLessThan(10.5);
  });

  it('are filled by looking at each unit a few times, however long the call is', () => {
    const looks = (length: number) => {
      let count = 0;
      const watched = units(...Array.from({ length }, (_, index) => 1 + ((index * 37) % 120))).map(
        (unit) =>
          new Proxy(unit, {
            get: (target, name) => {
              count += 1;
              return Reflect.get(target, name) as unknown;
            },
          }),
      );
      windowsOf(watched);
      featuresOf(watched);
      return count / watched.length;
    };
    expect(looks(400)).toBeLessThan(20);
    expect(looks(4_000)).toBeLessThan(1.05 * looks(400));
  });

  it('are none for a call without units', () => {
    expect(windowsOf([])).toEqual([]);
  });
});

it('the features of a unit say where it stands, how long it is and whose it is', () => {
  const rows = featuresOf(units(10, 40, 80));
  expect(rows).toHaveLength(4 * featureCount);
  const round = (row: number) =>
    [...rows.slice(row * featureCount, (row + 1) * featureCount)].map((one) => +one.toFixed(2));
  expect(round(0)).toEqual([0, 1, 0.61, 0.89, 0.25, 0, 0, 0.01]);
  // The second half of a long segment is the same side's.
  expect(round(3)).toEqual([1, 0.61, 1, 1, 1, 0, 1, 0.01]);
});
