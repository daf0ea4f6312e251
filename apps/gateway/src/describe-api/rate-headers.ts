import { described } from '@ci/platform/answer-headers';
import type { Json } from './json.ts';

/** What the gateway says of its limits on every answer to a request that it has counted (draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = {
  'RateLimit-Policy': {
    description: 'The limits that count here, on every answer: `"requests";q=600;w=60` are 600 requests in 60 seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of them: `"requests";r=599;t=1` are 599 requests, and in 1 second all of them again.',
    schema: { type: 'string' },
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
