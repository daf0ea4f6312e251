import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { Turns } from './turns.ts';

interface Cost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** What OWASP's Password Storage Cheat Sheet names first for argon2id with little memory. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const VERSION = 19;

/** A password's hash in the PHC form `$argon2id$v=19$m=…,t=…,p=…$salt$tag`: it contains the settings it was made with. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, cost, TAG_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}

/** Whether the password is the one that was hashed. Without a hash it takes as long, and is wrong: an unknown address is answered like a wrong password. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parts = hash === undefined ? undefined : readHash(hash);
  if (parts === undefined) {
    await derive(password, randomBytes(SALT_BYTES), cost, TAG_BYTES);
    return false;
  }
  const tag = await derive(password, parts.salt, parts.cost, parts.tag.length);
  return timingSafeEqual(tag, parts.tag);
}

/** Whether a hash was made with other settings than today’s, and is to be replaced when its password is known. */
export function isOutdatedHash(hash: string): boolean {
  const parts = readHash(hash);
  return parts === undefined || JSON.stringify(parts.cost) !== JSON.stringify(cost);
}

function readHash(hash: string): { readonly cost: Cost; readonly salt: Buffer; readonly tag: Buffer } | undefined {
  const [, memory, passes, parallelism, salt, tag] = shape.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{16,})\$([A-Za-z0-9+/]{16,})$/;

/** Hashes take threads that signing tokens needs too, of which Node has four, and memory: half of the threads are left to everything else. */
export const hashing = new Turns({ atOnce: 2, waitMs: 2_000 });

const argon2Async = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** NFC: the same characters typed on another keyboard are the same password. */
async function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) {
  const message = password.normalize('NFC');
  return hashing.take(() => argon2Async('argon2id', { message, nonce, memory, passes, parallelism, tagLength }));
}

/** PHC has base64 without padding. */
function text(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
