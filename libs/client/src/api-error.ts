import type { Resource } from './resource.ts';

/** What the API answered in place of what was asked for. `message` is for people; decide by `code` or `status`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** One of the codes of the API's errors; `unknown` when the answer did not come from the API. */
  readonly code: string;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** What is wrong with which field, for `invalid_request`. */
  readonly details: readonly { readonly field: string; readonly message: string }[];

  constructor(
    readonly status: number,
    body: unknown,
    readonly headers: Headers = new Headers(),
  ) {
    const error = errorOf(body);
    super(error?.message ?? `The API answered ${String(status)} without saying why.`);
    this.code = error?.code ?? 'unknown';
    this.requestId = error?.request_id ?? headers.get('x-request-id') ?? undefined;
    this.details = error?.details ?? [];
  }
}

function errorOf(body: unknown): Resource<'Error'>['error'] | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body as Partial<Resource<'Error'>>;
  return typeof error?.code === 'string' ? error : undefined;
}
