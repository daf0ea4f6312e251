import { createCertificateAuthority, issueCertificate, selfSignedCertificate, type Certificate } from '@ci/testing';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { addressPolicy, parseAddressRange } from '../../webhook-endpoint/address-policy.ts';
import { HttpsPoster, type HttpsPosterOptions } from './https-poster.ts';

const loopback = addressPolicy([parseAddressRange('127.0.0.1')!]);
let ca: Certificate;
let leaf: Certificate;
beforeAll(async () => {
  ca = await createCertificateAuthority({ commonName: 'Test authority' });
  leaf = await issueCertificate(ca, { hosts: ['127.0.0.1'] });
});

const servers: Server[] = [];
const sockets = new Set<Socket>();
const posters: HttpsPoster[] = [];
afterEach(async () => {
  await Promise.all(posters.splice(0).map((poster) => poster.close()));
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const postTo = (url: string, options: Partial<HttpsPosterOptions> = {}) => {
  const poster = new HttpsPoster({ policy: loopback, ca: [ca.certPem], timeoutMs: 10_000, ...options });
  posters.push(poster);
  return poster.post({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}', signal: new AbortController().signal });
};
const listening = async (server: Server): Promise<string> => {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
};
/** Answers each request with bytes as they come, once the request is there. */
const raw = (answer: (socket: TLSSocket, request: string) => void, options: TlsOptions = {}): Promise<string> => {
  const server = createTlsServer({ cert: leaf.certPem, key: leaf.keyPem, ...options }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => answer(socket, request.toString('latin1')));
  });
  return listening(server);
};
/** Writes on and on, as fast as the other side reads or every few milliseconds, until it is cut. */
const onAndOn = (socket: TLSSocket, piece: string, everyMs?: number): void => {
  if (everyMs !== undefined) {
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  const more = (): void => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
  };
  more();
};

describe('a certificate that is', () => {
  const at = (cert: Certificate): Promise<string> =>
    raw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), {
      cert: cert.certPem,
      key: cert.keyPem,
    });

  it('right is accepted', async () => {
    expect(await postTo(await at(leaf))).toMatchObject({ statusCode: 200, error: null });
  });

  it.each<[string, string, () => Promise<Certificate>]>([
    ['expired', 'CERT_HAS_EXPIRED', () => issueCertificate(ca, { hosts: ['127.0.0.1'], days: [-10, -1] })],
    ['not valid yet', 'CERT_NOT_YET_VALID', () => issueCertificate(ca, { hosts: ['127.0.0.1'], days: [1, 10] })],
    ['of another address', 'ERR_TLS_CERT_ALTNAME_INVALID', () => issueCertificate(ca, { hosts: ['127.0.0.2'] })],
    ['of a name', 'ERR_TLS_CERT_ALTNAME_INVALID', () => issueCertificate(ca, { hosts: ['localhost'] })],
    [
      'of an unknown authority',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      async () =>
        issueCertificate(await createCertificateAuthority({ commonName: 'Stranger' }), { hosts: ['127.0.0.1'] }),
    ],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', () => selfSignedCertificate({ hosts: ['127.0.0.1'] })],
    ['an authority', 'INVALID_PURPOSE', async () => Promise.resolve(ca)],
  ])('%s is refused: %s', async (_what, code, certificate) => {
    const result = await postTo(await at(await certificate()));
    expect(result).toMatchObject({
      statusCode: null,
      error: `The TLS connection could not be established (${code}).`,
    });
  });

  it('old TLS is refused', async () => {
    const url = await raw((socket) => socket.end(), {
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'ALL@SECLEVEL=0',
    });
    expect((await postTo(url)).error).toMatch(/^The TLS connection could not be established/);
  });
});

describe('the time limit of an attempt ends', () => {
  const limit = { timeoutMs: 400 };
  const late = 'There was no complete answer within 0.4 seconds.';

  it('a name that is looked up for ever', async () => {
    expect((await postTo('https://slow.example/', { ...limit, resolveAll: () => undefined })).error).toBe(late);
  });

  it('a TLS handshake that never comes', async () => {
    expect((await postTo(await listening(createTcpServer()), limit)).error).toBe(late);
  });

  it('a TLS handshake that never ends', async () => {
    const url = await listening(
      createTcpServer((socket) => socket.once('data', () => socket.write(Buffer.from([22, 3, 3, 0, 100, 2])))),
    );
    expect((await postTo(url, limit)).error).toBe(late);
  });

  it.each<[string, string, number | null, string, number?]>([
    ['headers that trickle', 'HTTP/1.1 200 OK\r\nx: ', null, 'a', 5],
    ['interim answers without an end', '', null, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5],
    ['a body that trickles', 'HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n', 200, 'a', 5],
    ['chunks that trickle', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 200, '1\r\na\r\n', 5],
    ['a body without an end', 'HTTP/1.1 200 OK\r\n\r\n', 200, 'a', 5],
  ])('%s', async (_what, head, statusCode, piece, everyMs) => {
    const url = await raw((socket) => {
      socket.write(head);
      onAndOn(socket, piece, everyMs);
    });
    // Where there is an answer, long enough for a connection and its head.
    const result = await postTo(url, statusCode === null ? limit : { timeoutMs: 2_000 });
    expect(result).toMatchObject({ statusCode, error: expect.stringMatching(/^There was no complete answer within/) });
  });
});

describe('what is read of an answer', () => {
  it.each([
    [
      'chunks without an end',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `400\r\n${'a'.repeat(1024)}\r\n`,
    ],
    ['a body without an end', 'HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(1024)],
    ['a body that says it is huge', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n', 'a'.repeat(1024)],
  ])('%s: 64 KB, then the connection is cut', async (_what, head, piece) => {
    let written = 0;
    const closed = Promise.withResolvers<undefined>();
    const url = await raw((socket) => {
      socket.write(head);
      onAndOn(socket, piece);
      socket.on('close', () => {
        written = socket.bytesWritten;
        closed.resolve(undefined);
      });
    });
    expect(await postTo(url)).toEqual({
      statusCode: 200,
      error: null,
      responseBody: 'a'.repeat(1024),
      retryAfter: null,
    });
    await closed.promise;
    expect(written).toBeLessThan(16 * 1024 * 1024); // what lay in the buffers between
  });

  it.each([
    ['headers without an end', 'HTTP/1.1 200 OK\r\n', `x: ${'a'.repeat(1000)}\r\n`],
    ['one header without an end', 'HTTP/1.1 200 OK\r\nx: ', 'a'.repeat(1000)],
  ])('%s: refused', async (_what, head, piece) => {
    const url = await raw((socket) => {
      socket.write(head);
      onAndOn(socket, piece);
    });
    expect(await postTo(url)).toMatchObject({ statusCode: null, error: 'The headers of the answer are too large.' });
  });

  it('a compressed answer is not asked for, and is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    let asked = '';
    const url = await raw((socket, request) => {
      asked = request;
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${String(bomb.length)}\r\n\r\n`);
      socket.end(bomb);
    });
    const { responseBody, error } = await postTo(url);
    expect(asked).not.toMatch(/accept-encoding/i);
    expect(error).toBeNull();
    expect(responseBody?.slice(0, 3)).toBe('\u{1f}\u{FFFD}\u{8}'); // the first bytes of gzip, as they came
    expect(responseBody?.length).toBeLessThanOrEqual(1024);
  });

  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('%s is no answer', async (_what, text) => {
    const url = await raw((socket) => socket.end(text));
    expect((await postTo(url)).error).toBe('The answer is not valid HTTP.');
  });

  it.each([301, 302, 303, 307, 308])('a %i is not followed', async (status) => {
    let requests = 0;
    const url = await raw((socket) => {
      requests += 1;
      socket.end(
        `HTTP/1.1 ${String(status)} Elsewhere\r\nlocation: /again\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      );
    });
    const text = `The endpoint answered ${String(status)}; redirects are not followed.`;
    expect(await postTo(url)).toMatchObject({ statusCode: status, error: text });
    expect(requests).toBe(1);
  });
});
