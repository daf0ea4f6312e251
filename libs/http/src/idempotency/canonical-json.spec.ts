import { canonicalJson } from './canonical-json.ts';

it('does not depend on the order of keys, at any depth, and does on that of lists', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }));
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

it('of nothing is empty', () => {
  expect(canonicalJson(undefined)).toBe('');
});
