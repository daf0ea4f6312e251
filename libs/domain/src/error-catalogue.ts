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
  session_changed: 403,
} as const;

/** The HTTP status of any code that an answer may have. */
export const anyErrorStatuses = { ...errorStatuses, ...consoleErrorStatuses } as const;

export type AnyErrorCode = keyof typeof anyErrorStatuses;

/** What each code says when the place that raised it has nothing more precise to say. */
export const defaultMessages: Readonly<Record<AnyErrorCode, string>> = {
  invalid_request: 'The request is invalid.',
  unauthorized: 'The API key is missing or invalid.',
  insufficient_scope: 'The scope of the API key does not permit this.',
  not_found: 'There is no such resource.',
  summary_not_ready: 'The summary of this call is not ready yet.',
  summary_unavailable: 'There is no summary of this call.',
  method_not_allowed: 'This resource does not support the method.',
  conflict: 'The request conflicts with the current state of the resource.',
  webhook_limit_reached: 'The workspace has as many webhook endpoints as it may have.',
  payload_too_large: 'The request body is larger than 10 MB.',
  unsupported_media_type: 'The content type of the request body is not supported here.',
  idempotency_key_reused: 'The idempotency key was used before with another request.',
  rate_limited: 'Too many requests.',
  internal_error: 'The service failed to handle the request.',
  unavailable: 'The service is temporarily unavailable.',
  session_changed: 'You signed in anew since this page was loaded, and nothing was changed. Reload the page.',
};
