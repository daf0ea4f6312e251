import { anyErrorStatuses, defaultMessages, type AnyErrorCode } from './error-catalogue.ts';

/** One thing that is wrong with a request, and where. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** What an error carries beside its code and its message. */
export interface DomainErrorOptions {
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that the caller sees as it is: it has a code of a catalogue, and its message names no secret and no person. */
export class DomainError extends Error {
  readonly code: AnyErrorCode;
  readonly status: number;
  readonly param: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: AnyErrorCode, message: string = defaultMessages[code], options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = anyErrorStatuses[code];
    this.param = options.param;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** As many details as one answer lists. */
export const MAX_ERROR_DETAILS = 100;

/** The error for a request with wrong fields: all of them at once, each once, `param` when it is only one. Of a field the first thing counts. */
export function invalidRequest(details: readonly ErrorDetail[]): DomainError {
  const byField = new Map(details.toReversed().map((detail) => [detail.field, detail]));
  const listed = details.filter((detail) => byField.get(detail.field) === detail).slice(0, MAX_ERROR_DETAILS);
  const [only] = listed;
  if (only !== undefined && listed.length === 1) {
    return new DomainError('invalid_request', `${only.field} ${only.message}`, { param: only.field, details: listed });
  }
  const fields = listed.map((detail) => detail.field);
  const named = fields.slice(0, 5).join(', ');
  const message = `The request is invalid in: ${fields.length > 5 ? `${named}, …` : named}`;
  return new DomainError('invalid_request', message, { details: listed });
}

/** The one answer for an unknown, a malformed and another workspace's id: no caller learns which of them it was. */
export function notFound(): DomainError {
  return new DomainError('not_found');
}
