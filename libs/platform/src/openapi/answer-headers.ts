import type { ErrorCode } from '@ci/domain';

/** The headers of answers that the document describes, by their names. */
export const answerHeaders = {
  Location: {
    description: 'The path of what was made, or was there already.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The path of the next page, where there is one: `<…>; rel="next"`.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'So many seconds later the answer may be another one.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

/** The name of such a header. */
export type AnswerHeader = keyof typeof answerHeaders;

/** What a client that has come too early may meet. Without the header the same request gets the same answer. */
export const mayPass: ReadonlySet<ErrorCode> = new Set([
  'summary_not_ready',
  'conflict',
  'rate_limited',
  'unavailable',
]);

/** The headers of an answer, as its description names them; nothing where it has none. */
export function described(...names: readonly string[]): { headers?: Record<string, { $ref: string }> } {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}
