import { hash } from 'node:crypto';

/** The stored form of a key, by which it is found. */
export function keyHash(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
