import { failureOf } from '../failure.ts';

/** Answers of a broker that no repetition changes. */
const finalAnswers = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
]);

/** Why the broker will never take what was sent, or undefined when it may take it later. */
export function refusalOf(error: unknown): { readonly code: string; readonly message: string } | undefined {
  for (let one = error, depth = 0; typeof one === 'object' && one !== null && depth < 8; depth += 1) {
    const { type, cause } = one as { type?: unknown; cause?: unknown };
    if (typeof type === 'string' && finalAnswers.has(type)) return { ...failureOf(one), code: type };
    one = cause;
  }
  return undefined;
}
