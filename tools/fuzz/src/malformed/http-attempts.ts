import type { Attempt } from './exchange.ts';
import { head, request } from './requests.ts';

/** HTTP that is no HTTP, or says two things at once. Each on a separate connection, with a good key where a key can be read. */
export function httpAttempts(key: string): Attempt[] {
  const authorization = { Authorization: `Bearer ${key}` };
  return [
    ...requestLines(authorization),
    ...headerLines(authorization),
    ...lengths(authorization),
    ...chunks(authorization),
    ...cutShort(authorization),
    ...pipelines(authorization),
    ...targets(authorization),
  ];
}

type Headers = Readonly<Record<string, string>>;

const post = 'POST /v1/calls HTTP/1.1';
const json = { 'Content-Type': 'application/json' };
const raw = (name: string, bytes: string | Buffer, more: Partial<Attempt> = {}): Attempt => ({
  name,
  pieces: [typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes],
  ...more,
});

function requestLines(authorization: Headers): Attempt[] {
  const lines = [
    'NOT HTTP',
    'GET /v1/calls',
    'GET /v1/calls HTTP/9.9',
    'GET /v1/calls HTTP/1.1.1',
    'GET /v1/calls HTTQ/1.1',
    'get /v1/calls HTTP/1.1',
    'G\u0000T /v1/calls HTTP/1.1',
    'GET /v1/\u0001calls HTTP/1.1',
    'GET /v1/ca lls HTTP/1.1',
    ' GET /v1/calls HTTP/1.1',
    'ÄÖÜ /v1/calls HTTP/1.1',
    `${'G'.repeat(100_000)} / HTTP/1.1`,
    `GET /${'a'.repeat(100_000)} HTTP/1.1`,
    'CONNECT 127.0.0.1:22 HTTP/1.1',
    'PRI * HTTP/2.0',
    '',
  ];
  return [
    ...lines.map((line) => raw(`the request line ${JSON.stringify(line.slice(0, 40))}`, head(line, authorization))),
    raw('the greeting of TLS', Buffer.from('160301020001000001fc0303', 'hex'), { ends: true }),
    raw('the greeting of SSH', 'SSH-2.0-OpenSSH_9.9\r\n'),
    raw('64 KB of noise', Buffer.from(Array.from({ length: 65_536 }, (_, index) => (index * 7919) % 251))),
    raw('64 KB of line ends and nothing else', '\r\n'.repeat(32_768), { ends: true, mayClose: true }),
  ];
}

function headerLines(authorization: Headers): Attempt[] {
  const withLines = (name: string, lines: string, more: Partial<Attempt> = {}) => {
    const complete = head('GET /v1/nothing HTTP/1.1', authorization).toString('latin1');
    return raw(`headers with ${name}`, complete.replace(/\r\n$/, `${lines}\r\n`), more);
  };
  return [
    withLines('a line without a colon', 'nonsense\r\n'),
    withLines('an empty name', ': value\r\n'),
    withLines('a space in a name', 'X Name: value\r\n'),
    withLines('a space before the colon', 'X-Name : value\r\n'),
    withLines('NUL in a value', 'X-Name: a\u0000b\r\n'),
    withLines('a control character in a name', 'X-\u0007Name: a\r\n'),
    withLines('a folded line', 'X-Name: a\r\n b\r\n'),
    withLines('a bare line feed', 'X-Name: a\nX-Other: b\r\n'),
    withLines('a bare carriage return', 'X-Name: a\rX-Other: b\r\n'),
    withLines('one of 1 MB', `X-Name: ${'a'.repeat(1024 * 1024)}\r\n`),
    withLines('100,000 lines', 'X-Name: a\r\n'.repeat(100_000)),
    withLines('1,500 lines', 'X-Name: a\r\n'.repeat(1_500)),
    withLines('two hosts', 'Host: other\r\n'),
    withLines('two keys', 'Authorization: Bearer other\r\n'),
    raw('no host', `GET /v1/calls HTTP/1.1\r\nAuthorization: ${authorization['Authorization'] ?? ''}\r\n\r\n`),
    raw('a key of bytes that are no text', head('GET /v1/calls HTTP/1.1', { Authorization: 'Bearer \u00ff\u00fe' })),
    raw(
      'a key of 10,000 characters',
      head('GET /v1/calls HTTP/1.1', { Authorization: `Bearer ${'a'.repeat(10_000)}` }),
    ),
    raw(
      'a user agent that just fits',
      request('GET /v1/contacts/nobody HTTP/1.1', { ...authorization, 'User-Agent': 'a'.repeat(15_900) }),
    ),
    raw('a poisoned key', head('GET /v1/calls HTTP/1.1', { Authorization: 'Bearer __proto__' })),
    raw(
      'an idempotency key of 300 characters',
      request(post, { ...authorization, ...json, 'Idempotency-Key': 'a'.repeat(300) }, '{}'),
    ),
    raw(
      'an idempotency key of other letters',
      request(post, { ...authorization, ...json, 'Idempotency-Key': 'caf\u00e9' }, '{}'),
    ),
  ];
}

function lengths(authorization: Headers): Attempt[] {
  const sent = (name: string, lines: string, body = '{"a":1}', more: Partial<Attempt> = {}) => {
    const complete = head(post, { ...authorization, ...json }).toString('latin1');
    return raw(`a body with ${name}`, `${complete.replace(/\r\n$/, `${lines}\r\n`)}${body}`, { ends: true, ...more });
  };
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const chunk = '7\r\n{"a":1}\r\n0\r\n\r\n';
  return [
    sent('two lengths', 'Content-Length: 7\r\nContent-Length: 8\r\n'),
    sent('a list of lengths', 'Content-Length: 7, 8\r\n'),
    sent('a negative length', 'Content-Length: -7\r\n'),
    sent('a signed length', 'Content-Length: +7\r\n'),
    sent('a hexadecimal length', 'Content-Length: 0x7\r\n'),
    sent('a length in words', 'Content-Length: seven\r\n'),
    sent('a length beyond all numbers', `Content-Length: ${'9'.repeat(40)}\r\n`),
    sent('a length of a terabyte', 'Content-Length: 1099511627776\r\n'),
    sent('no length', '', '{"a":1}', { ends: false, answers: 2 }),
    sent('a length and chunks', `Content-Length: 7\r\n${chunked}`, chunk),
    sent('chunks and a length', `${chunked}Content-Length: 7\r\n`, chunk),
    sent('chunks twice', `${chunked}${chunked}`, chunk),
    sent('chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n', chunk),
    sent('a coding nobody knows', 'Transfer-Encoding: cow\r\n', chunk),
    sent('a tab in the coding', 'Transfer-Encoding:\tchunked\u000b\r\n', chunk),
    sent('a coding in pieces', 'Transfer-Encoding: chu\r\n nked\r\n', chunk),
  ];
}

function chunks(authorization: Headers): Attempt[] {
  const complete = head(post, { ...authorization, ...json, 'Transfer-Encoding': 'chunked' }).toString('latin1');
  const sent = (name: string, body: string, more: Partial<Attempt> = {}) =>
    raw(`chunks with ${name}`, complete + body, { ends: true, ...more });
  return [
    sent('no size', '{"a":1}\r\n0\r\n\r\n'),
    sent('a negative size', '-7\r\n{"a":1}\r\n0\r\n\r\n'),
    sent('a size beyond all numbers', `${'f'.repeat(40)}\r\n{"a":1}\r\n0\r\n\r\n`),
    sent('a size that is too small', '3\r\n{"a":1}\r\n0\r\n\r\n'),
    sent('a size that is too large', '70\r\n{"a":1}\r\n0\r\n\r\n'),
    sent('no end of a line', '7{"a":1}0'),
    sent('line feeds alone', '7\n{"a":1}\n0\n\n'),
    sent('an endless extension', `7;${'a'.repeat(200_000)}\r\n{"a":1}\r\n0\r\n\r\n`),
    sent('100,000 trailers', `7\r\n{"a":1}\r\n0\r\n${'X-T: a\r\n'.repeat(100_000)}\r\n`),
    sent('100,000 pieces of one byte', `${'1\r\n[\r\n'.repeat(100_000)}0\r\n\r\n`, { ends: false }),
    sent('11 MB in all', `100000\r\n${' '.repeat(1024 * 1024)}\r\n`.repeat(11) + '0\r\n\r\n', { ends: false }),
  ];
}

/** The client ends the connection before what it announced is there. */
function cutShort(authorization: Headers): Attempt[] {
  const begun = (headers: Headers, body: string) =>
    head(post, { ...authorization, ...json, ...headers }).toString('latin1') + body;
  const closing = { ends: true, mayClose: true };
  return [
    raw('half a request line', 'GET /v1/ca', closing),
    raw('half a header', 'GET /v1/calls HTTP/1.1\r\nHost: fu', closing),
    raw('half a body', begun({ 'Content-Length': '1000' }, '{"a":'), closing),
    raw('nothing of a body', begun({ 'Content-Length': '1000' }, ''), closing),
    raw('half a chunk', begun({ 'Transfer-Encoding': 'chunked' }, 'ff\r\n{"a":'), closing),
    raw('chunks without an end', begun({ 'Transfer-Encoding': 'chunked' }, '7\r\n{"a":1}\r\n'), closing),
    raw('half of 9 MB', begun({ 'Content-Length': '9000000' }, ' '.repeat(4_500_000)), closing),
  ];
}

/** A good request, and something else right behind it on the same connection. */
function pipelines(authorization: Headers): Attempt[] {
  const good = head('GET /v1/calls?limit=1 HTTP/1.1', authorization).toString('latin1');
  const nowhere = head('GET /v1/nothing HTTP/1.1', authorization).toString('latin1');
  return [
    raw('garbage behind a good request', `${good}GARBAGE\r\n\r\n`, { answers: 2 }),
    raw('a body behind a GET that announced none', `${good}{"a":1}\r\n\r\n`, { answers: 2 }),
    raw(
      'more body than announced',
      `${head(post, { ...authorization, ...json, 'Content-Length': '2' }).toString('latin1')}{}{"a":1}\r\n\r\n`,
      {
        answers: 2,
      },
    ),
    raw('100 requests at once, the last for nothing', good.repeat(99) + nowhere, { answers: 100 }),
  ];
}

function targets(authorization: Headers): Attempt[] {
  const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
  const asked = [
    `/v1/calls?${parameters(100_000)}`,
    `/v1/calls?${parameters(1_000)}`,
    `/v1/calls?${'limit=1&'.repeat(1_000)}`,
    '/v1/calls?limit[]=1&limit[a]=2',
    '/v1/calls?__proto__[admin]=1&constructor=1',
    '/v1/calls?limit=%00&cursor=%ff%fe&rep_id=%ED%A0%80',
    '/v1/calls?cursor=%',
    `/v1/calls?cursor=${'A'.repeat(10_000)}`,
    '/v1/calls?limit=1e1000',
    '/v1/calls?from=9999999999999999999-01-01T00:00:00Z',
    '/v1/calls/%00',
    '/v1/calls/%',
    '/v1/calls/..%2f..%2finternal%2fopenapi.json',
    '/v1/../internal/openapi.json',
    '/v1//calls',
    '/v1/calls//summary',
    `/v1/calls/${'a/'.repeat(2_000)}`,
    `/v1/calls/${'%61'.repeat(4_000)}`,
    'http://[::1/v1/nothing',
    '*',
  ];
  return asked.map((target) => ({
    name: `the target ${target.slice(0, 60)}`,
    pieces: [request(`GET ${target} HTTP/1.1`, authorization)],
  }));
}
