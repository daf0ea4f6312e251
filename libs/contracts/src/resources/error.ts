import { Type, type Static } from 'typebox';
import { oneOf } from '../schema.ts';

/** The catalog of public error codes with the HTTP status of each. */
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
    error: Type.Object(
      {
        code: oneOf(Object.keys(errorStatuses) as (keyof typeof errorStatuses)[], {
          description: 'Code for programs. `/docs/build/errors` has the cause and the mend of each.',
        }),
        message: Type.String({
          description: 'Text for people. It may change.',
          examples: ['limit must be a whole number from 1 to 100'],
        }),
        request_id: Type.String({
          description: 'Id of the request, also in the `X-Request-Id` header.',
          examples: ['req_01m7z448nre5n9g8v38fgxsx48'],
        }),
        param: Type.Optional(
          Type.String({ description: 'The field or parameter, if exactly one is wrong.', examples: ['limit'] }),
        ),
        details: Type.Optional(
          Type.Array(
            Type.Object({
              field: Type.String({ description: 'The field or parameter.', examples: ['limit'] }),
              message: Type.String({
                description: 'Why it is refused.',
                examples: ['must be a whole number from 1 to 100'],
              }),
            }),
            { maxItems: 100, description: 'Every field that is wrong.' },
          ),
        ),
        doc_url: Type.Optional(
          Type.String({
            description: 'Page with the cause and the mend of this code, on the host of the API.',
            examples: ['/docs/build/errors#invalid_request'],
          }),
        ),
      },
      { description: 'The error.' },
    ),
  },
  { $id: 'Error', description: 'The shape of every error.' },
);
export type ErrorBody = Static<typeof ErrorSchema>;
