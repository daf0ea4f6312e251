import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient, type ApiClient } from './api-client.ts';
import { answerOf } from './answer.ts';
import { ApiError } from './api-error.ts';
import { pagesOf } from './pages.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

let server: Server;
let seen: Seen[];
let answers: { status: number; body?: unknown; headers?: Record<string, string> }[];
let api: ApiClient;

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    const { status, body, headers } = answers.shift() ?? {
      status: 500,
      body: 'asked more often than the test expects',
    };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const retries = { attempts: 3, firstMs: 1, longestMs: 2 };
  api = createApiClient({ baseUrl: `http://127.0.0.1:${String(port)}/`, apiKey: 'ci_live_example', retries });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const recordCall = () =>
  api.POST('/calls', { body: { rep_id: 'rep-1', duration_seconds: 60, transcript: [], prospect: {} } as never });

describe('the client', () => {
  it('asks below /v1, with its key', async () => {
    answers = [{ status: 200, body: { id: 'call_1' } }];
    const call = await answerOf(api.GET('/calls/{id}', { params: { path: { id: 'call_1' } } }));
    expect(call.id).toBe('call_1');
    expect(seen).toMatchObject([{ url: '/v1/calls/call_1', headers: { authorization: 'Bearer ci_live_example' } }]);
  });

  it.each(['', '/', '/v1', '/v1/'])('takes a base URL that ends with “%s”', async (end) => {
    answers = [{ status: 200, body: { id: 'call_1' } }];
    const { port } = server.address() as AddressInfo;
    const client = createApiClient({ baseUrl: `http://127.0.0.1:${String(port)}${end}`, apiKey: 'ci_live_example' });
    await answerOf(client.GET('/calls/{id}', { params: { path: { id: 'call_1' } } }));
    expect(seen.map(({ url }) => url)).toEqual(['/v1/calls/call_1']);
  });

  it('repeats a POST under one idempotency key, and uses another for the next', async () => {
    answers = [{ status: 503 }, { status: 201, body: { id: 'call_1' } }, { status: 201, body: { id: 'call_2' } }];
    await answerOf(recordCall());
    await answerOf(recordCall());
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("keeps the caller's idempotency key", async () => {
    answers = [{ status: 201, body: {} }];
    await api.POST('/calls', { body: {} as never, headers: { 'Idempotency-Key': 'deal-7' } });
    expect(seen[0]?.headers['idempotency-key']).toBe('deal-7');
  });

  it('turns an error of the API into an ApiError', async () => {
    const details = [{ field: 'rep_id', message: 'is missing' }];
    const error = {
      code: 'invalid_request',
      message: 'rep_id is missing',
      request_id: 'req_1',
      param: 'rep_id',
      details,
    };
    answers = [{ status: 400, body: { error } }];
    const refusal = await answerOf(recordCall()).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid_request',
      requestId: 'req_1',
      message: 'rep_id is missing',
      details,
    });
  });

  it('says so when an answer is not from the API', async () => {
    answers = [{ status: 418, body: 'teapot' }];
    await expect(answerOf(recordCall())).rejects.toMatchObject({ status: 418, code: 'unknown' });
  });

  it('goes through a list page by page, as far as it is wanted', async () => {
    answers = [
      { status: 200, body: { data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'next', has_more: true } },
      { status: 200, body: { data: [{ id: 'c' }], next_cursor: null, has_more: false } },
    ];
    const ids: string[] = [];
    const calls = pagesOf((cursor) =>
      api.GET('/calls', { params: { query: { limit: 2, ...(cursor ? { cursor } : {}) } } }),
    );
    for await (const { id } of calls) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ url }) => url)).toEqual(['/v1/calls?limit=2', '/v1/calls?limit=2&cursor=next']);
  });
});
