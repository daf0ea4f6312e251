import fc from 'fast-check';
import { testKeys } from '@ci/config/test-keys';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';

const keys = testKeys('e1');

describe('an encrypted secret', () => {
  it('decrypts to what it was', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (secret, context) =>
        expect(decryptSecret(encryptSecret(secret, keys, context), keys, context)).toEqual(Buffer.from(secret)),
      ),
    );
  });

  it('never looks the same twice, nor like the secret', () => {
    const [one, two] = [encryptSecret('whsec_x', keys), encryptSecret('whsec_x', keys)];
    expect(one.equals(two)).toBe(false);
    expect(one.toString('latin1')).not.toContain('whsec');
  });

  it('does not decrypt when changed, cut, moved to another row, or without its key', () => {
    const stored = encryptSecret('whsec_x', keys, 'whk_1');
    for (let index = 0; index < stored.length; index += 1) {
      const changed = Buffer.from(stored);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => decryptSecret(changed, keys, 'whk_1')).toThrow();
      expect(() => decryptSecret(stored.subarray(0, index), keys, 'whk_1')).toThrow();
    }
    expect(() => decryptSecret(stored, keys, 'whk_2')).toThrow();
    expect(() => decryptSecret(stored, testKeys('e2'), 'whk_1')).toThrow('a key that is not configured');
    expect(decryptSecret(stored, testKeys('e2', 'e1'), 'whk_1').toString()).toBe('whsec_x');
  });
});
