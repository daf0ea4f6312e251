import { mostListed, namesObject, strictness, weightiest } from './listing.ts';

it.each(['actions', 'objections', 'decisions'] as const)('half an hour has a few more %s than five minutes', (list) => {
  const [short, long] = [mostListed[list](5), mostListed[list](30)];
  expect(short).toBeLessThan(long);
  expect(long).toBeLessThanOrEqual(10);
});

it('asks no more of short calls, and from twenty minutes on no more than of twenty', () => {
  expect([strictness(0), strictness(4), strictness(20), strictness(720)]).toEqual([0, 0, 1, 1]);
});

it('keeps the weightiest in the order in which they came', () => {
  expect(weightiest([3, 1, 2, 5, 4], 3, (one) => one)).toEqual([3, 5, 4]);
});

it.each([
  ['Send Marcus the revised quote', true],
  ['Ask Timmy', true],
  ['Start with the basic plan', true],
  ['Send PO', true],
  ['SEND IT', false],
  ['Send it over', false],
  ['Ask him', false],
  ['Run it again on Friday', false],
  ['Agreed on the twelfth', false],
  ['Agreed on eighty-five thousand', false],
  ['Agreed on Thursday at 2', false],
])('“%s” names its object: %s', (text, names) => expect(namesObject(text)).toBe(names));
