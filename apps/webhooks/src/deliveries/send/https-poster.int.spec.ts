import { httpsReceiver, testCertificate, until, type HttpsReceiver, type TestCertificate } from '@ci/testing';
import { createServer, Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { addressPolicy, parseAddressRange } from '../../webhook-endpoint/address-policy.ts';
import type { ResolveAll } from './system-lookups.ts';
import { HttpsPoster } from './https-poster.ts';

const loopback = addressPolicy([parseAddressRange('127.0.0.1')!]);
let certificate: TestCertificate;
let receiver: HttpsReceiver;
const posters: HttpsPoster[] = [];
const servers: TcpServer[] = [];

beforeAll(async () => {
  certificate = await testCertificate();
});
beforeEach(async () => {
  receiver = await httpsReceiver(certificate);
});
afterEach(async () => {
  await Promise.all(posters.splice(0).map((poster) => poster.close()));
  await Promise.all([receiver.close(), ...servers.splice(0).map(stopped)]);
});

const posterWith = (options: Partial<ConstructorParameters<typeof HttpsPoster>[0]> = {}): HttpsPoster => {
  const poster = new HttpsPoster({ policy: loopback, ca: [certificate.ca], timeoutMs: 15_000, ...options });
  posters.push(poster);
  return poster;
};
const postTo = (poster: HttpsPoster, url: string, signal = new AbortController().signal) =>
  poster.post({
    url,
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    body: '{"a":"ü"}',
    signal,
  });
const resolveTo =
  (...addresses: string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('an attempt', () => {
  it('posts the very bytes and keeps the start of the answer', async () => {
    receiver.answer({ status: 202, body: 'thank you' });
    const result = await postTo(posterWith(), `${receiver.url}/hooks?x=1`);
    expect(result).toEqual({ statusCode: 202, error: null, responseBody: 'thank you', retryAfter: null });
    expect(receiver.requests).toMatchObject([{ method: 'POST', path: '/hooks?x=1', id: 'evt_1', body: '{"a":"ü"}' }]);
  });

  it('keeps its connection for the next one', async () => {
    const ports = new Set<unknown>();
    const server = createServer(certificate, (request, response) => {
      ports.add(request.socket.remotePort);
      response.end('x'.repeat(60_000));
    });
    const url = await listening(server);
    const poster = posterWith();
    for (let index = 0; index < 6; index += 1) await postTo(poster, url);
    // The next attempt may start in the moment in which the last connection is not yet free again.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('does not follow redirects', async () => {
    receiver.answer({ status: 307, headers: { location: `${receiver.url}/elsewhere` } });
    const result = await postTo(posterWith(), `${receiver.url}/hooks`);
    expect(result).toMatchObject({ statusCode: 307, error: expect.stringContaining('redirects are not followed') });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hooks']);
  });

  it('reports the status and Retry-After of a refusal', async () => {
    receiver.answer({ status: 503, headers: { 'retry-after': '30' }, body: 'busy' });
    expect(await postTo(posterWith(), receiver.url)).toEqual({
      statusCode: 503,
      error: 'The endpoint answered 503.',
      responseBody: 'busy',
      retryAfter: '30',
    });
  });

  it('keeps a kilobyte of a long answer, without half a character and without NUL', async () => {
    receiver.answer({ body: `\0${'a'.repeat(1021)}€${'b'.repeat(2000)}` });
    const result = await postTo(posterWith(), receiver.url);
    expect(result.responseBody).toBe(`\u{FFFD}${'a'.repeat(1021)}`);
  });

  it('cuts an endless answer at 64 KB and takes its status', async () => {
    let sent = 0;
    let closed = false;
    const server = createServer(certificate, (_request, response) => {
      const more = (): void => {
        if (closed || sent > 50 * 1024 * 1024) return;
        sent += 16_384;
        if (response.write('y'.repeat(16_384))) setImmediate(more);
        else response.once('drain', more);
      };
      response.on('close', () => (closed = true));
      more();
    });
    const url = await listening(server);
    const result = await postTo(posterWith(), url);
    expect(result).toMatchObject({ statusCode: 200, error: null, responseBody: 'y'.repeat(1024) });
    expect(sent).toBeLessThan(5 * 1024 * 1024);
  });
});

describe('the time limit', () => {
  it('ends an attempt that gets no answer', async () => {
    receiver.answer({ hang: true });
    const result = await postTo(posterWith({ timeoutMs: 200 }), receiver.url);
    expect(result).toEqual({
      statusCode: null,
      error: 'There was no complete answer within 0.2 seconds.',
      responseBody: null,
      retryAfter: null,
    });
  });

  it('covers the whole answer: one that trickles is not a success', async () => {
    const server = createServer(certificate, (_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const url = await listening(server);
    // Long enough for a connection and the head of the answer.
    const result = await postTo(posterWith({ timeoutMs: 2_000 }), url);
    expect(result).toMatchObject({ statusCode: 200, error: expect.stringContaining('no complete answer') });
  });

  it('can be cut short from outside', async () => {
    receiver.answer({ hang: true });
    const stop = new AbortController();
    const attempt = postTo(posterWith(), receiver.url, stop.signal);
    await receiver.waitFor(() => true);
    stop.abort();
    expect(await attempt).toMatchObject({ statusCode: null, error: 'The attempt was cancelled.' });
  });
});

it('an attempt that is still connecting can be cut short, too', async () => {
  let connected: Socket | undefined;
  const mute = createTcpServer((socket) => {
    connected = socket;
    socket.on('error', () => undefined).resume();
  });
  const stop = new AbortController();
  const attempt = postTo(posterWith(), await listening(mute), stop.signal);
  const accepted = await until(() => connected);
  stop.abort();
  expect(await attempt).toMatchObject({ statusCode: null, error: 'The attempt was cancelled.' });
  // The poster closes when its connections have ended: this one would wait for the time limit.
  accepted.destroy();
});

describe('failures, in words for the customer', () => {
  it('a closed port', async () => {
    await receiver.close();
    expect((await postTo(posterWith(), receiver.url)).error).toBe('The connection was refused.');
  });

  it('a connection that is cut', async () => {
    receiver.answer({ disconnect: true });
    expect((await postTo(posterWith(), receiver.url)).error).toMatch(/^The connection was closed/);
  });

  it('a certificate of an authority that is not trusted', async () => {
    const result = await postTo(posterWith({ ca: [] }), receiver.url);
    expect(result.error).toMatch(/^The TLS connection could not be established/);
    expect(receiver.requests).toEqual([]);
  });

  it('a certificate of another host', async () => {
    const result = await postTo(
      posterWith({ resolveAll: resolveTo('127.0.0.1') }),
      receiver.url.replace('127.0.0.1', 'crm.example.com'),
    );
    expect(result.error).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID/);
    expect(receiver.requests).toEqual([]);
  });

  it('a name that nobody knows', async () => {
    const unknown: ResolveAll = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    const result = await postTo(posterWith({ resolveAll: unknown }), 'https://crm.example.com/');
    expect(result.error).toBe('The host name could not be resolved.');
  });
});

async function listening(server: TcpServer): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stopped(server: TcpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if (server instanceof Server) server.closeAllConnections();
  });
}
