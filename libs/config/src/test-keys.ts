import { SecretKey, type KeyRing } from './secret-key.ts';

/** A ring of keys whose secrets follow from their names. */
export function testKeys(first: string, ...others: string[]): KeyRing {
  return [testKey(first), ...others.map(testKey)];
}

function testKey(kid: string): SecretKey {
  return new SecretKey(kid, Buffer.from(kid.padEnd(32, '.')));
}
