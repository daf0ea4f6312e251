import type { ErrorCode } from '@ci/domain';

/** The headers of answers that the document describes, by their names. */
export const answerHeaders = {
  Location: {
    description: 'Path of the new or existing resource.',
    schema: { type: 'string' },
    example: '/v1/calls/call_01jd7v9k3rf0p8m2c5q6t4w9xz',
  },
  Link: {
    description: 'Path of the next page. Absent on the last page.',
    schema: { type: 'string' },
    example: '</v1/calls?cursor=eyJ2IjoxfQ.c2ln>; rel="next"',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
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
