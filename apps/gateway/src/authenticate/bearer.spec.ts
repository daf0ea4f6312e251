import { composeKey } from '../api-key/key-format.ts';
import { bearerKeyOf } from './bearer.ts';

const key = composeKey(Array.from({ length: 30 }, (_, index) => index));

describe('the key of a request', () => {
  it.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key} `])('%j', (header) => {
    expect(bearerKeyOf(header)).toBe(key);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    `Basic ${key}`,
    key,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key} x`,
    `Bearer${key}`,
  ])('is none in %j', (header) => {
    expect(bearerKeyOf(header)).toBeUndefined();
  });
});
