import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { invalidRequest } from '@ci/domain';
import type { KeyRing, SecretKey } from '@ci/config';

/** The place of a row in a list: newest first, the id where two are of the same millisecond. Columns hold milliseconds: `timestamptz(3)`. */
export interface Keyset {
  readonly createdAt: Date;
  readonly id: string;
}

/** What a cursor is bound to: it is good for one list of one workspace, under keys that only we have. */
export interface CursorContext {
  readonly list: string;
  readonly workspaceId: string;
  readonly keys: KeyRing;
}

const VERSION = 1;
const MAC_BYTES = 16;
const TIME_BYTES = 8;
const MAX_CURSOR_LENGTH = 512;

/** Writes a place in a list as an opaque text. */
export function encodeCursor(keyset: Keyset, context: CursorContext): string {
  const [key] = context.keys;
  const kid = Buffer.from(key.kid, 'utf8');
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigInt64BE(BigInt(keyset.createdAt.getTime()));
  const payload = Buffer.concat([Buffer.from([VERSION, kid.length]), kid, time, Buffer.from(keyset.id, 'utf8')]);
  return Buffer.concat([payload, macOf(payload, key, context)]).toString('base64url');
}

/** Reads a cursor that we made for this list and workspace; anything else is a 400 that names `cursor`. */
export function decodeCursor(text: string, context: CursorContext): Keyset {
  const bytes = Buffer.from(text.length > MAX_CURSOR_LENGTH ? '' : text, 'base64url');
  // Decoding skips what is not base64; a cursor is only itself.
  if (bytes.toString('base64url') !== text) throw badCursor();
  const payload = bytes.subarray(0, -MAC_BYTES);
  const kidLength = payload[1];
  if (payload[0] !== VERSION || kidLength === undefined || payload.length <= 2 + kidLength + TIME_BYTES)
    throw badCursor();
  const kid = payload.toString('utf8', 2, 2 + kidLength);
  const key = context.keys.find((candidate) => candidate.kid === kid);
  if (key === undefined || !timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(payload, key, context)))
    throw badCursor();
  const createdAt = new Date(Number(payload.readBigInt64BE(2 + kidLength)));
  return { createdAt, id: payload.toString('utf8', 2 + kidLength + TIME_BYTES) };
}

function macOf(payload: Buffer, key: SecretKey, { list, workspaceId }: CursorContext): Buffer {
  // As JSON the two names cannot run into each other, nor into the payload.
  const binding = JSON.stringify(['cursor', list, workspaceId]);
  return createHmac('sha256', keyObjectOf(key))
    .update(binding)
    .update('\0')
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}

const keyObjects = new WeakMap<SecretKey, KeyObject>();

/** Made once: to prepare the bytes of a key takes longer than to hash a cursor. */
function keyObjectOf(key: SecretKey): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key.secret);
  keyObjects.set(key, known);
  return known;
}

function badCursor() {
  return invalidRequest([{ field: 'cursor', message: 'is not a cursor of this list' }]);
}
