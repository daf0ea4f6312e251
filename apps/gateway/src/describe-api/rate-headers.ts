import { described } from '@ci/http/answer-headers';
import type { Json } from './json.ts';

/** What the gateway says of its limits on every answer to a request that it has counted (draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = {
  'RateLimit-Policy': {
    description: 'Rate limits of this operation: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"requests";q=600;w=60',
  },
  RateLimit: {
    description: 'Remaining budget: `r` requests now, the whole budget again in `t` seconds.',
    schema: { type: 'string' },
    example: '"requests";r=599;t=1',
  },
} as const;

/** Headers of every response, or of those that say so. */
export const commonHeaders = {
  'X-Request-Id': {
    description: 'Id of the request, on every response. Operators find the request by it.',
    schema: { type: 'string' },
    example: 'req_01m7z448nre5n9g8v38fgxsx48',
  },
  ETag: {
    description: 'Version of the resource. Send it as `If-None-Match`.',
    schema: { type: 'string' },
    example: '"5f2a9c"',
  },
  'Idempotent-Replayed': {
    description: '`true` on a stored response to a repeated `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'The `Prefer` that the response obeyed.',
    schema: { type: 'string' },
    example: 'wait=30',
  },
  Allow: {
    description: 'The methods of the path, on 405.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'The scheme of authentication, on 401.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
} as const;

export const rateHeaderNames: readonly string[] = Object.keys(rateHeaders);

/** With them where a client reads them: where it got what it asked for, and where it asked too often. */
export function withRateHeaders(responses: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (!status.startsWith('2') && status !== '429') return [status, response];
      const headers = { ...(response['headers'] as Json | undefined), ...described(...rateHeaderNames).headers };
      return [status, { ...response, headers }];
    }),
  );
}
