import {
  defaultMessages,
  DomainError,
  errorStatuses,
  notFound,
  type AnyErrorCode,
  type ErrorCode,
  type ErrorDetail,
} from '@ci/domain';
import { HttpException } from '@nestjs/common';
import { isTransientDatabaseError } from '@ci/errors';

/** The body of every answer that is an error, from whatever layer it comes. */
export interface ErrorAnswerBody {
  readonly error: {
    readonly code: AnyErrorCode;
    readonly message: string;
    readonly request_id: string;
    readonly param?: string;
    readonly details?: readonly ErrorDetail[];
    readonly doc_url?: string;
  };
}

/** An error as it goes over the wire. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: ErrorAnswerBody;
}

/** The one mapping of errors to answers: our own, Nest's, Fastify's, the parser's, the database's, and everything else. */
export function errorBody(error: unknown, requestId: string): ErrorAnswer {
  const known = toDomainError(error);
  return {
    status: known.status,
    headers: { ...defaultHeaders(known.code), ...known.headers },
    body: {
      error: {
        code: known.code,
        message: known.message,
        request_id: requestId,
        ...(known.param === undefined ? {} : { param: known.param }),
        ...(known.details === undefined ? {} : { details: known.details }),
        ...(Object.hasOwn(errorStatuses, known.code) ? { doc_url: `/docs/build/errors#${known.code}` } : {}),
      },
    },
  };
}

/** The catalogue's error for anything that was thrown. What is not recognised is `internal_error`, and says nothing of its cause. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isTransientDatabaseError(error)) return new DomainError('unavailable', undefined, { cause: error });
  const fastifyCode = codeOf(error) ?? codeOf((error as { cause?: unknown } | null | undefined)?.cause);
  // An over-long path segment is a malformed id, and a malformed id is answered like an unknown one.
  if (fastifyCode === 'FST_ERR_MAX_PARAM_LENGTH') return notFound();
  const status = statusOf(error);
  const code = status === undefined ? 'internal_error' : codeOfStatus(status);
  return new DomainError(code, code === 'invalid_request' ? invalidRequestText(fastifyCode) : undefined, {
    cause: error,
  });
}

function defaultHeaders(code: AnyErrorCode): Record<string, string> {
  if (code === 'unauthorized') return { 'www-authenticate': 'Bearer' };
  if (code === 'unavailable') return { 'retry-after': '1' };
  return {};
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  // Fastify's own errors and those of its plugins; a statusCode on anything else belongs to another response, not to ours.
  if (
    typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    codeOf(error)?.startsWith('FST_') === true
  ) {
    return Number(error.statusCode);
  }
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'insufficient_scope';
    case 404:
      return 'not_found';
    case 405:
      return 'method_not_allowed';
    case 409:
      return 'conflict';
    case 413:
      return 'payload_too_large';
    case 415:
      return 'unsupported_media_type';
    case 429:
      return 'rate_limited';
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    default:
      return status >= 400 && status < 500 ? 'invalid_request' : 'internal_error';
  }
}

function invalidRequestText(fastifyCode = ''): string {
  return INVALID_REQUEST_TEXTS.get(fastifyCode) ?? defaultMessages.invalid_request;
}

const INVALID_REQUEST_TEXTS: ReadonlyMap<string, string> = new Map([
  ['FST_ERR_BAD_URL', 'The path of the request is not properly percent-encoded.'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The request body is not as long as its Content-Length says.'],
]);
