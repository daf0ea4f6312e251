import { ApiError } from './api-error.ts';

/** What a request of the client resolves with. */
export interface ApiResult<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful answer (undefined for a 204). Throws ApiError for any other. */
export async function answerOf<Data>(request: Promise<ApiResult<Data>>): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await request;
  if (!response.ok) throw new ApiError(response.status, error, response.headers);
  return data as Exclude<Data, undefined>;
}
