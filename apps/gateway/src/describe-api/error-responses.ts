import { errorStatuses } from '@ci/contracts';
import type { PublicRoute } from '../admit/public-routes.ts';

const meanings = {
  unauthorized: ['Unauthorized', 'The API key is missing or invalid.'],
  insufficient_scope: ['InsufficientScope', 'The key is read-only.'],
  payload_too_large: ['PayloadTooLarge', 'The body is larger than 10 MB.'],
  rate_limited: ['RateLimited', 'Too many requests. `Retry-After` says when to come back.'],
  internal_error: ['InternalError', 'The service failed.'],
  unavailable: ['Unavailable', 'The service is away for the moment. `Retry-After` says when to come back.'],
} as const;

type GatewayError = keyof typeof meanings;

/** The errors that the gateway itself answers, by their names in the document. */
export const errorResponses = Object.fromEntries(
  Object.entries(meanings).map(([code, [name, description]]) => {
    const error = { code, message: description, request_id: 'req_01kb1e2v4t7qk8r9s0d1f2g3h4' };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error } } };
    return [name, { description: `\`${code}\`: ${description}`, content }];
  }),
);

/** Which of them a route may answer. */
export function responseNames(
  method: string,
  route: PublicRoute,
): { readonly status: string; readonly name: string }[] {
  const writes = method !== 'GET';
  const owners = /^(webhooks|deliveries)\b/.test(route.path);
  const codes: GatewayError[] = [
    'unauthorized',
    ...(writes || owners ? (['insufficient_scope'] as const) : []),
    ...(writes ? (['payload_too_large'] as const) : []),
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
  return codes.map((code) => ({ status: String(errorStatuses[code]), name: meanings[code][0] }));
}
