import { Type, type Static } from 'typebox';
import { oneOf } from '../schema.ts';

/** The catalogue of public error codes with the HTTP status of each (decisions, item 23). */
export const errorStatuses = {
  invalid_request: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  not_found: 404,
  summary_not_ready: 404,
  summary_unavailable: 404,
  method_not_allowed: 405,
  conflict: 409,
  webhook_limit_reached: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: oneOf(Object.keys(errorStatuses) as (keyof typeof errorStatuses)[]),
      message: Type.String(),
      request_id: Type.String({ description: 'Also in the X-Request-Id header.' }),
      param: Type.Optional(Type.String({ description: 'The one field or parameter that is wrong.' })),
      details: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), { maxItems: 100 }),
      ),
    }),
  },
  { $id: 'Error' },
);
export type ErrorBody = Static<typeof ErrorSchema>;
