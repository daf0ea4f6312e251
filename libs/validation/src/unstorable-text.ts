import { invalidRequest, type ErrorDetail } from '@ci/domain';

/** How deep a JSON body may be nested. Deeper ones only serve to exhaust a stack. */
export const MAX_BODY_DEPTH = 100;

/**
 * The path of the first text, or key, that Postgres cannot store: one with NUL or an unpaired surrogate. Undefined when there is none.
 * Also finds what is nested too deeply to be looked at.
 */
export function findUnstorableText(value: unknown): string | undefined {
  return findUnstorable(value)?.field;
}

/** What is wrong with the first text that cannot be stored, and where; `''` as the field is the body itself. */
export function findUnstorable(value: unknown): ErrorDetail | undefined {
  const found = search(value, 0);
  if (found === undefined) return undefined;
  return { field: joinPath(found.path.reverse()), message: found.message };
}

/** Refuses a body with text that cannot be stored, naming the field. */
export function assertNoNul(value: unknown): void {
  const found = findUnstorable(value);
  if (found !== undefined) throw invalidRequest([{ ...found, field: found.field === '' ? 'body' : found.field }]);
}

/** Writes a path the way errors name fields: `transcript[3].start_ms`. */
export function joinPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = printable(step);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

interface Found {
  /** From the text outwards: it is put together only when something was found, which keeps the search fast. */
  readonly path: (string | number)[];
  readonly message: string;
}

const UNSTORABLE = 'must not contain NUL or unpaired surrogates';

function search(value: unknown, depth: number): Found | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { path: [], message: UNSTORABLE };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_BODY_DEPTH)
    return { path: [], message: `must not be nested more than ${MAX_BODY_DEPTH} levels deep` };
  return Array.isArray(value) ? searchArray(value, depth) : searchObject(value as Record<string, unknown>, depth);
}

function searchArray(items: readonly unknown[], depth: number): Found | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const found = search(items[index], depth + 1);
    if (found !== undefined) {
      found.path.push(index);
      return found;
    }
  }
  return undefined;
}

function searchObject(object: Readonly<Record<string, unknown>>, depth: number): Found | undefined {
  for (const key in object) {
    if (!isStorable(key)) return { path: [key], message: UNSTORABLE };
    const found = search(object[key], depth + 1);
    if (found !== undefined) {
      found.path.push(key);
      return found;
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Keys come from the caller: what is named back is well-formed, without control characters, and not endless. */
function printable(key: string): string {
  const clean = key.toWellFormed().replaceAll(/\p{Cc}/gu, '\u{FFFD}');
  return clean.length > 100 ? `${clean.slice(0, 100).toWellFormed()}…` : clean;
}
