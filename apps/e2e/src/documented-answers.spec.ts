import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { documentedFetch, documentedSchemas } from './documented-answers.ts';

let server: Server;
interface Given {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
let answer: Given;

beforeAll(async () => {
  server = createServer((_request, response) => {
    const { status, type = 'application/json; charset=utf-8', headers, body } = answer;
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

function ask(method: string, path: string, given: Given): Promise<Response> {
  answer = given;
  const { port } = server.address() as AddressInfo;
  return documentedFetch(new Request(`http://127.0.0.1:${port}/v1${path}`, { method }));
}

const page = { data: [], next_cursor: null, has_more: false };
const refusal = { error: { code: 'not_found', message: 'No.', request_id: 'req_1' } };

describe('an answer', () => {
  it.each([
    ['GET', '/calls?limit=1', { status: 200, body: page }],
    ['GET', '/calls/x/summary', { status: 404, body: refusal }],
    ['DELETE', '/calls/x', { status: 204 }],
    ['GET', '/calls/', { status: 304 }],
    [
      'GET',
      '/calls',
      { status: 200, headers: { link: '</v1/calls?cursor=x>; rel="next"', ratelimit: 'x' }, body: page },
    ],
    ['GET', '/calls/x/summary', { status: 404, headers: { 'retry-after': '2' }, body: refusal }],
    ['PUT', '/calls', { status: 405, body: refusal }],
    ['GET', '/nothing/x', { status: 404, body: refusal }],
  ])('%s %s that the document describes is given on', async (method, path, given) => {
    expect((await ask(method, path, given)).status).toBe(given.status);
  });

  it.each([
    ['another status', 'GET', '/calls', { status: 418, body: refusal }],
    ['a status of other operations', 'GET', '/calls', { status: 204 }],
    ['another type', 'GET', '/calls', { status: 200, type: 'text/html', body: page }],
    ['another type of error', 'GET', '/calls', { status: 500, type: 'text/html', body: 'sorry' }],
    ['a body without a field', 'GET', '/calls', { status: 200, body: { ...page, has_more: undefined } }],
    ['a body of other types', 'GET', '/calls', { status: 200, body: { ...page, data: [{ id: 7 }] } }],
    ['an error without an id', 'GET', '/calls', { status: 400, body: { error: { code: 'x', message: 'y' } } }],
    ['a header of other answers', 'GET', '/calls', { status: 500, headers: { 'retry-after': '2' }, body: refusal }],
    ['a header of other operations', 'GET', '/webhooks', { status: 200, headers: { link: 'x' }, body: { data: [] } }],
    ['success on an unknown route', 'GET', '/nothing', { status: 200, body: page }],
  ])('with %s is refused', async (_what, method, path, given) => {
    await expect(ask(method, path, given)).rejects.toThrow(/answered/);
  });
});

// The services take for granted that it is: they compile it without a look at the schema of schemas.
it.each(documentedSchemas())('the schema of %s is a JSON Schema', (_place, schema) => {
  const ajv = new Ajv2020();
  expect([ajv.validateSchema(schema as AnySchema), ajv.errors]).toEqual([true, null]);
});
