import { createApiClient, type ApiClient as TypedClient } from '@ci/client';
import type { ErrorBody } from '@ci/contracts';
import { documentedFetch } from './documented-answers.ts';

export interface ApiAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface ApiRequest {
  readonly body?: unknown;
  /** Sent as they are, in place of `body`. */
  readonly bytes?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The public API as an integrator calls it: nothing but HTTP and a key, or, by `api`, the project's own client. Every answer has to be one that
 * docs/openapi.json describes.
 */
export class ApiClient {
  readonly api: TypedClient;

  constructor(
    readonly baseUrl: string,
    readonly key: string,
    readonly keyId: string,
    readonly workspaceId: string,
  ) {
    this.api = createApiClient({ baseUrl: new URL(baseUrl).origin, apiKey: key, fetch: documentedFetch });
  }

  async request<Body = unknown>(method: string, path: string, request: ApiRequest = {}): Promise<ApiAnswer<Body>> {
    const asked = new Request(`${this.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...bodyOf(request),
      signal: AbortSignal.timeout(60_000),
    });
    const response = await documentedFetch(asked);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as Body };
  }

  /** The body of a 2xx answer; anything else is an error that says what came. */
  async get<Body>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
    return this.#expect2xx('GET', path, await this.request<Body>('GET', path, { headers }));
  }

  async post<Body>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
    return this.#expect2xx('POST', path, await this.request<Body>('POST', path, { body, headers }));
  }

  async patch<Body>(path: string, body: unknown): Promise<Body> {
    return this.#expect2xx('PATCH', path, await this.request<Body>('PATCH', path, { body }));
  }

  async delete(path: string): Promise<void> {
    this.#expect2xx('DELETE', path, await this.request('DELETE', path));
  }

  /** Status and code of an answer that should be an error. */
  async refusal(method: string, path: string, request: ApiRequest = {}): Promise<{ status: number; code: string }> {
    const { status, body } = await this.request<ErrorBody>(method, path, request);
    return { status, code: body.error.code };
  }

  #expect2xx<Body>(method: string, path: string, answer: ApiAnswer<Body>): Body {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

function bodyOf({ body, bytes }: ApiRequest): { body?: string | Uint8Array<ArrayBuffer> } {
  if (bytes !== undefined) return { body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes) };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}
