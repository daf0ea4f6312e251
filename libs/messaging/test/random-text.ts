import { randomBytes } from 'node:crypto';

/** Hardly compresses: the broker judges the compressed size. */
export function randomText(length: number): string {
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64')
    .slice(0, length);
}
