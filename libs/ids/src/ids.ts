import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** What an id is of. */
export type IdPrefix = 'call' | 'act' | 'con' | 'whk' | 'evt' | 'dlv' | 'rec' | 'key' | 'wsp' | 'mem' | 'inv' | 'req';

// Crockford's base32: no i, l, o, u. Its order is that of ASCII, so ids sort like the numbers they stand for.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new id: the prefix, `_`, and 26 lower-case base32 characters that sort by time. Reads the clock: for the edges, not for deciders. */
export function newId(prefix: IdPrefix): string {
  return idFromUuid(prefix, uuidv7());
}

/** A new time-sortable UUID. Those of one process come in the order in which they were made. */
export function uuidv7(): string {
  const random = nextRandom();
  const now = Date.now();
  if (now > last.msecs) {
    last.msecs = now;
    last.seq = random.readUInt32BE(6) & 0x7f_ff_ff_ff;
  } else {
    last.seq = (last.seq + 1) | 0;
    if (last.seq === 0) last.msecs += 1;
  }
  return v7({ random, ...last });
}

const last = { msecs: -Infinity, seq: 0 };

/** Drawn for hundreds of ids at a time: asking the system took as long as everything else that makes an id. */
const pool = Buffer.alloc(16 * 256);
let drawn = pool.length;

function nextRandom(): Buffer {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += 16;
  return pool.subarray(drawn - 16, drawn);
}

/** The id that stands for a UUID: always the same one, and in the same order as the UUIDs. */
export function idFromUuid(prefix: IdPrefix, uuid: string): string {
  if (!UUID.test(uuid)) throw new TypeError('idFromUuid needs a UUID');
  const hex = uuid.replaceAll('-', '');
  // Five hexadecimal digits are four of ours, counted from the right. No bigint: each request has its own id.
  let digits = digitsOf(hex, 0, 2, 2);
  for (let from = 2; from < hex.length; from += 5) digits += digitsOf(hex, from, from + 5, 4);
  return `${prefix}_${digits}`;
}

function digitsOf(hex: string, from: number, to: number, count: number): string {
  let rest = parseInt(hex.slice(from, to), 16);
  let digits = '';
  for (let place = 0; place < count; place += 1) {
    digits = ALPHABET.charAt(rest & 31) + digits;
    rest >>= 5;
  }
  return digits;
}

/** The UUID an id stands for, or undefined when the text is no id of that prefix. */
export function uuidFromId(prefix: IdPrefix, id: string): string | undefined {
  if (!isId(prefix, id)) return undefined;
  let value = 0n;
  for (const digit of id.slice(prefix.length + 1)) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit));
  const hex = value.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Whether a text has the form of an id of that prefix. A path parameter that has not is answered like an unknown id. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID_BODY.test(text.slice(prefix.length + 1));
}
