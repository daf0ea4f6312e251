/** `ci_live_` + 30 random base62 characters + 6 that are the CRC-32 of all before them. */
const prefix = 'ci_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^ci_live_[0-9A-Za-z]{36}$/;
const randomCharacters = 30;

export interface KeyParts {
  /** Shown in lists: enough to recognise a key, too little to guess it. */
  readonly prefix: string;
  readonly lastFour: string;
}

/** The full key from random numbers below 62. */
export function composeKey(randomDigits: readonly number[]): string {
  if (randomDigits.length !== randomCharacters) throw new RangeError(`a key needs ${randomCharacters} random digits`);
  const body = prefix + randomDigits.map((digit) => alphabet.charAt(digit)).join('');
  return body + checksumOf(body);
}

/** Whether a text can be a key at all: a mistyped one is refused without a database. */
export function looksLikeKey(text: string): boolean {
  return shape.test(text) && checksumOf(text.slice(0, -6)) === text.slice(-6);
}

export function keyParts(key: string): KeyParts {
  return { prefix: key.slice(0, prefix.length + 4), lastFour: key.slice(-4) };
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** CRC-32 (IEEE 802.3) of ASCII text. Written out: the domain has no access to the platform's zlib. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
