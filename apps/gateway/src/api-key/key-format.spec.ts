import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { composeKey, keyParts, looksLikeKey } from './key-format.ts';

const digits = fc.array(fc.integer({ min: 0, max: 61 }), { minLength: 30, maxLength: 30 });

describe('API keys', () => {
  it('have a prefix for scanners, 30 random characters and a checksum', () => {
    const key = composeKey(Array.from({ length: 30 }, (_, index) => index));
    expect(key).toMatch(/^ci_live_0123456789ABCDEFGHIJKLMNOPQRST[0-9A-Za-z]{6}$/);
    expect(keyParts(key)).toEqual({ prefix: 'ci_live_0123', lastFour: key.slice(-4) });
  });

  it('carry the CRC-32 that zlib computes', () => {
    fc.assert(
      fc.property(digits, (random) => {
        const key = composeKey(random);
        const value = [...key.slice(-6)].reduce(
          (sum, character) =>
            sum * 62 + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(character),
          0,
        );
        expect(value).toBe(crc32(key.slice(0, -6)));
      }),
    );
  });

  it('are recognised; one mistyped character is not', () => {
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 8, max: 43 }),
        fc.constantFrom('0', 'a', 'Z', '_', ' '),
        (random, at, other) => {
          const key = composeKey(random);
          expect(looksLikeKey(key)).toBe(true);
          const mistyped = key.slice(0, at) + other + key.slice(at + 1);
          expect(looksLikeKey(mistyped)).toBe(mistyped === key);
        },
      ),
    );
  });

  it.each(['', 'ci_live_', 'Bearer x', 'ci_live_' + '0'.repeat(36), 'x'.repeat(10_000)])('%p is none', (text) => {
    expect(looksLikeKey(text)).toBe(false);
  });
});
