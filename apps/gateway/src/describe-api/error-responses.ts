import { errorStatuses } from '@ci/contracts';
import { described, mayPass } from '@ci/platform/answer-headers';
import type { PublicRoute } from '../admit/public-routes.ts';
import { rateHeaderNames } from './rate-headers.ts';

const meanings = {
  invalid_request: ['InvalidRequest', 'The request is invalid. `details` lists the fields and the reasons.'],
  unauthorized: ['Unauthorized', 'The API key is missing or invalid.'],
  insufficient_scope: ['InsufficientScope', 'The key is read-only. Use a read-write key.'],
  conflict: ['Conflict', 'The request conflicts with the state of the resource, or with a running request.'],
  payload_too_large: ['PayloadTooLarge', 'The body is larger than 10 MB (10,485,760 bytes).'],
  unsupported_media_type: ['UnsupportedMediaType', 'The content type of the body is not supported by this operation.'],
  idempotency_key_reused: ['IdempotencyKeyReused', 'The idempotency key was used with another request. Use a new key.'],
  rate_limited: ['RateLimited', 'Too many requests. Retry after the seconds in `Retry-After`.'],
  internal_error: ['InternalError', 'The service failed. Retry once, then report the `request_id`.'],
  unavailable: ['Unavailable', 'The service is not available. Retry after the seconds in `Retry-After`.'],
} as const;

type CommonError = keyof typeof meanings;

/** The errors that do not depend on what a route does, by their names in the document. */
export const errorResponses = Object.fromEntries(
  Object.entries(meanings).map(([code, [name, description]]) => {
    const error = { code, message: description, request_id: 'req_01kb1e2v4t7qk8r9s0d1f2g3h4' };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error } } };
    const headers = described(
      ...(mayPass.has(code as CommonError) ? ['Retry-After'] : []),
      ...(code === 'rate_limited' ? rateHeaderNames : []),
    );
    return [name, { description: `\`${code}\`: ${description}`, ...headers, content }];
  }),
);

/**
 * Which of them a route may answer: every one refuses unknown parameters, every write a body of another type, every POST a used key. What a
 * service itself says of a status counts instead.
 */
export function responseNames(
  method: string,
  route: PublicRoute,
): { readonly status: string; readonly name: string }[] {
  const writes = method !== 'GET';
  const owners = /^(webhooks|deliveries)\b/.test(route.path);
  const codes: CommonError[] = [
    'invalid_request',
    'unauthorized',
    ...(writes || owners ? (['insufficient_scope'] as const) : []),
    ...(writes ? (['conflict', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(takesIdempotencyKey(method, route) ? (['idempotency_key_reused'] as const) : []),
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
  return codes.map((code) => ({ status: String(errorStatuses[code]), name: meanings[code][0] }));
}

/** Every POST, and the change that has another effect each time. */
export function takesIdempotencyKey(method: string, { path }: PublicRoute): boolean {
  return method === 'POST' || (method === 'PATCH' && path === 'calls/:id/speakers');
}
