import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessTokens } from './access-tokens.ts';

let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/token`;
});
beforeEach(() => {
  asked = 0;
  answer = (_, response) => response.end(JSON.stringify({ access_token: `t${String(asked)}`, expires_in: 100 }));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const client = (scope?: string) => ({ url, scope, id: 'a service', secret: 's/cret' });

it('asks by client credentials, with the scope that was given', async () => {
  let seen: unknown[] = [];
  const usual = answer;
  answer = (request, response, body) => {
    seen = [request.method, request.headers.authorization, body];
    usual(request, response, body);
  };
  expect(await accessTokens(client('kafka'))()).toEqual({ value: 't1' });
  const credentials = Buffer.from('a%20service:s%2Fcret').toString('base64');
  expect(seen).toEqual(['POST', `Basic ${credentials}`, 'grant_type=client_credentials&scope=kafka']);
});

it('uses a token for all connections until most of its life is over, and then another', async () => {
  let now = 0;
  const token = accessTokens(client(), () => now);
  expect(await Promise.all([token(), token()])).toEqual([{ value: 't1' }, { value: 't1' }]);
  now = 79_000;
  expect(await token()).toEqual({ value: 't1' });
  now = 80_000;
  expect(await token()).toEqual({ value: 't2' });
});

it('does not use a token that is about to end, however short its life', async () => {
  let now = 0;
  const token = accessTokens(client(), () => now);
  answer = (_, response) => response.end(JSON.stringify({ access_token: `t${String(asked)}`, expires_in: 30 }));
  expect(await token()).toEqual({ value: 't1' });
  now = 9_000;
  expect(await token()).toEqual({ value: 't1' });
  now = 10_000;
  expect(await token()).toEqual({ value: 't2' });
});

it('asks again after a failure, and says neither the secret nor the answer', async () => {
  const token = accessTokens(client());
  const usual = answer;
  answer = (_, response) => response.writeHead(401).end('{"error":"invalid_client","hint":"s/cret"}');
  const failed = await token().catch((error: unknown) => error);
  expect(String(failed)).toBe('NoAccessToken: KAFKA_SASL_TOKEN_URL answered 401');
  answer = usual;
  expect(await token()).toEqual({ value: 't2' });
});

it.each(['not json', '{}', '{"access_token":7}'])('takes %s for no token', async (body) => {
  answer = (_, response) => response.end(body);
  await expect(accessTokens(client())()).rejects.toThrow('without an access_token');
});
