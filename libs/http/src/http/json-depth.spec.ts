import fc from 'fast-check';
import { isNestedDeeperThan } from './json-depth.ts';

const deeperThan = (json: string, levels: number) => isNestedDeeperThan(Buffer.from(json), levels);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the depth of JSON', () => {
  it('is that of the parsed value, whatever its texts hold', () => {
    const brackets = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a', 'é') });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        brackets,
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(brackets, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.tuple(value), (given) => {
        const [json, depth] = [JSON.stringify(given), depthOf(given)];
        expect([deeperThan(json, depth), deeperThan(json, depth - 1)]).toEqual([false, true]);
      }),
    );
  });

  it('is told of what is no JSON as well', () => {
    expect(deeperThan('['.repeat(101), 100)).toBe(true);
    expect(deeperThan('"' + '['.repeat(1_000), 100)).toBe(false);
    expect(deeperThan(']'.repeat(1_000) + '"\\', 100)).toBe(false);
  });
});
