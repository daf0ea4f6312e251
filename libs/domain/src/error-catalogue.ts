/** Every error code the public API answers, with its HTTP status. The list grows; an entry never changes. */
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

/** A code of the public error catalogue. */
export type ErrorCode = keyof typeof errorStatuses;

/** Codes that only the console's own page meets; no document lists them, and `/v1` never answers one. */
const consoleErrorStatuses = {
  insufficient_role: 403,
  session_changed: 403,
} as const;

/** The HTTP status of any code that an answer may have. */
export const anyErrorStatuses = { ...errorStatuses, ...consoleErrorStatuses } as const;

export type AnyErrorCode = keyof typeof anyErrorStatuses;

/** What each code says when the place that raised it has nothing more precise to say. */
export const defaultMessages: Readonly<Record<AnyErrorCode, string>> = {
  invalid_request: 'The request is invalid.',
  unauthorized: 'The API key is missing or invalid.',
  insufficient_scope: 'The key is read-only. Use a read-write key.',
  not_found: 'There is no such resource.',
  summary_not_ready: 'The summary of this call is not ready yet.',
  summary_unavailable: 'This call has no summary. Its analysis failed or found nothing to analyze.',
  method_not_allowed: 'The path does not support this method. Use one of those in Allow.',
  conflict: 'The request conflicts with the state of the resource, or with a running request.',
  webhook_limit_reached: 'The workspace has as many webhook endpoints as it may have. Delete one first.',
  payload_too_large: 'The request body is larger than 10 MB. Send a smaller one.',
  unsupported_media_type: 'This operation does not support the content type of the request body.',
  idempotency_key_reused: 'The idempotency key was used with another request. Use a new key.',
  rate_limited: 'Too many requests. Retry after the seconds in Retry-After.',
  internal_error: 'The service failed. Retry once, then report the request_id.',
  unavailable: 'The service is not available. Retry after the seconds in Retry-After.',
  insufficient_role: 'Your role in the workspace does not allow this. Ask an owner of the workspace.',
  session_changed: 'You signed in again after this page was loaded. Nothing was changed. Reload the page.',
};
