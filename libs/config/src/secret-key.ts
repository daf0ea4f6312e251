import { inspect } from 'node:util';

const MIN_SECRET_BYTES = 32;

/** A named secret. It does not show itself when it is printed, logged or turned into JSON. */
export class SecretKey {
  readonly kid: string;
  readonly #secret: Uint8Array;

  constructor(kid: string, secret: Uint8Array) {
    this.kid = kid;
    this.#secret = secret;
  }

  /** The bytes of the secret. */
  get secret(): Uint8Array {
    return this.#secret;
  }

  toJSON(): string {
    return `[secret ${this.kid}]`;
  }

  [inspect.custom](): string {
    return this.toJSON();
  }
}

/** Keys for one purpose: the first one signs or encrypts, all of them verify or decrypt. That is how a key is changed without a gap. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]];

/** Reads `kid:base64secret,kid2:base64secret2`; undefined when it is not of that form or a secret is shorter than 32 bytes. */
export function parseKeyRing(text: string): KeyRing | undefined {
  const keys = text.split(',').map((entry) => parseKey(entry.trim()));
  const known = keys.filter((key) => key !== undefined);
  const [first, ...others] = known;
  if (first === undefined || known.length !== keys.length) return undefined;
  if (new Set(known.map((key) => key.kid)).size !== known.length) return undefined;
  return [first, ...others];
}

interface TokenKeys {
  readonly INTERNAL_TOKEN_KEYS?: KeyRing;
  readonly OPERATOR_TOKEN_KEYS?: KeyRing | undefined;
}

/** A holder of the gateway's keys must not be able to speak in an operator's name. */
export function tokenKeyProblems(
  config: TokenKeys,
): readonly { readonly variable: string; readonly problem: string }[] {
  const { INTERNAL_TOKEN_KEYS: gateways = [], OPERATOR_TOKEN_KEYS: operators = [] } = config;
  const shared = operators.some((own) => gateways.some(({ secret }) => Buffer.compare(own.secret, secret) === 0));
  return shared
    ? [{ variable: 'OPERATOR_TOKEN_KEYS', problem: 'holds a key of INTERNAL_TOKEN_KEYS, which the gateway has' }]
    : [];
}

function parseKey(entry: string): SecretKey | undefined {
  const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const secret = Buffer.from(match[2], 'base64');
  return secret.length < MIN_SECRET_BYTES ? undefined : new SecretKey(match[1], secret);
}
