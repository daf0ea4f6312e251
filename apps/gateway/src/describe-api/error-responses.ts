import { errorStatuses } from '@ci/contracts';
import { defaultMessages } from '@ci/domain';
import { described, mayPass } from '@ci/http/answer-headers';
import type { PublicRoute } from '../admit/public-routes.ts';
import { rateHeaderNames } from './rate-headers.ts';

const names = {
  invalid_request: 'InvalidRequest',
  unauthorized: 'Unauthorized',
  insufficient_scope: 'InsufficientScope',
  conflict: 'Conflict',
  payload_too_large: 'PayloadTooLarge',
  unsupported_media_type: 'UnsupportedMediaType',
  idempotency_key_reused: 'IdempotencyKeyReused',
  rate_limited: 'RateLimited',
  internal_error: 'InternalError',
  unavailable: 'Unavailable',
} as const;

type CommonError = keyof typeof names;

/** The errors that do not depend on what a route does, by their names in the document. */
export const errorResponses = Object.fromEntries(
  (Object.entries(names) as [CommonError, string][]).map(([code, name]) => {
    const description = defaultMessages[code];
    const error = { code, message: description, request_id: 'req_01kb1e2v4t7qk8r9s0d1f2g3h4' };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error } } };
    const headers = described(
      ...(mayPass.has(code) ? ['Retry-After'] : []),
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
  return codes.map((code) => ({ status: String(errorStatuses[code]), name: names[code] }));
}

/** Every POST, and the change that has another effect each time. */
export function takesIdempotencyKey(method: string, { path }: PublicRoute): boolean {
  return method === 'POST' || (method === 'PATCH' && path === 'calls/:id/speakers');
}
