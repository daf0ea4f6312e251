import { testCertificate, type TestCertificate } from '@ci/testing';
import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { namesOfForbiddenAddresses, urlsOfForbiddenAddresses } from '../../../test/hostile-urls.ts';
import { addressPolicy, parseAddressRange } from '../../webhook-endpoint/address-policy.ts';
import type { ResolveAll } from './system-lookups.ts';
import { HttpsPoster } from './https-poster.ts';

const strict = addressPolicy();
const loopback = addressPolicy([parseAddressRange('127.0.0.1')!]);
const refusal = 'The host resolves to an address that deliveries may not go to.';

// Listens on every address of this machine: whatever leads to it in the end would be seen.
let certificate: TestCertificate;
let server: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  certificate = await testCertificate();
  server = createServer(certificate, (_request, response) => response.end('hello'));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const posters: HttpsPoster[] = [];
beforeEach(() => (connections = 0));
afterEach(() => Promise.all(posters.splice(0).map((poster) => poster.close())));

const postTo = (url: string, options: Partial<ConstructorParameters<typeof HttpsPoster>[0]> = {}) => {
  const poster = new HttpsPoster({ policy: strict, ca: [certificate.ca], timeoutMs: 50_000, ...options });
  posters.push(poster);
  return poster.post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
};
const atOurPort = (url: string): string => {
  const parsed = new URL(url);
  parsed.port = String(port);
  return parsed.href;
};
const resolveTo =
  (addresses: readonly string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

it('knows at least a hundred ways', () => {
  expect(urlsOfForbiddenAddresses.length + namesOfForbiddenAddresses.length).toBeGreaterThanOrEqual(120);
});

it('would be seen connecting, were it allowed', async () => {
  expect(await postTo(atOurPort('https://127.0.0.1/'), { policy: loopback })).toMatchObject({ statusCode: 200 });
  expect(connections).toBe(1);
});

it.each(urlsOfForbiddenAddresses)(
  '%s, registered before somebody shortened the allow-list, is not connected to',
  async (url) => {
    // A name among them is asked of the system's own resolver, and not every resolver knows every form of localhost.
    const isName = new URL(url).hostname.includes('localhost');
    expect((await postTo(atOurPort(url))).error).toMatch(isName ? /may not go to|could not be resolved/ : refusal);
    expect(connections).toBe(0);
  },
);

it.each(namesOfForbiddenAddresses)('%s, which resolves to %j, is not connected to', async (name, addresses) => {
  const result = await postTo(`https://${name}:${String(port)}/`, { resolveAll: resolveTo(addresses) });
  expect(result).toEqual({ statusCode: null, error: refusal, responseBody: null, retryAfter: null });
  expect(connections).toBe(0);
});

it('the same names are not connected to where loopback is allowed, unless they are exactly that', async () => {
  for (const [name, addresses] of namesOfForbiddenAddresses) {
    if (addresses.includes('127.0.0.1')) continue;
    const result = await postTo(`https://${name}:${String(port)}/`, {
      policy: loopback,
      resolveAll: resolveTo(addresses),
    });
    expect([name, result.error, connections]).toEqual([name, refusal, 0]);
  }
});

describe('a mixed answer', () => {
  it.each([
    [['::1', '10.0.0.1', '127.0.0.1']],
    [['127.0.0.1', '::1']],
    [['169.254.169.254', 'fd00:ec2::254', '127.0.0.1']],
  ])('of %j leads to the allowed address and to no other', async (addresses) => {
    const peers = new Set<string | undefined>();
    const note = (socket: { localAddress?: string | undefined }): unknown => peers.add(socket.localAddress);
    server.on('connection', note);
    const result = await postTo(`https://localhost:${String(port)}/`, {
      policy: loopback,
      resolveAll: resolveTo(addresses),
    });
    server.off('connection', note);
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect([...peers]).toEqual(['::ffff:127.0.0.1']);
  });
});

it('a name that changes its answer is asked once a connection, and that answer is checked', async () => {
  let asked = 0;
  const rebinding: ResolveAll = (hostname, options, callback) => {
    asked += 1;
    resolveTo(asked === 2 ? ['127.0.0.1'] : ['10.0.0.1'])(hostname, options, callback);
  };
  const url = `https://localhost:${String(port)}/`;
  const poster = new HttpsPoster({ policy: loopback, ca: [certificate.ca], timeoutMs: 50_000, resolveAll: rebinding });
  posters.push(poster);
  const post = () => poster.post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
  expect((await post()).error).toBe(refusal);
  expect([asked, connections]).toEqual([1, 0]);
  expect(await post()).toMatchObject({ statusCode: 200 });
  expect([asked, connections]).toEqual([2, 1]);
});

it("the system's own resolver passes the same check", async () => {
  expect((await postTo(`https://localhost:${String(port)}/`)).error).toBe(refusal);
  expect(connections).toBe(0);
  expect(await postTo(`https://localhost:${String(port)}/`, { policy: loopback })).toMatchObject({ statusCode: 200 });
});
