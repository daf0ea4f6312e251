import { randomBytes } from 'node:crypto';
import { innerServices, type InnerService } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { internalToken, type TokenParts } from './internal-token.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let client: ApiClient;

beforeAll(async () => {
  running = await ordinarySystem();
  client = await running.client('trust');
}, 180_000);

afterAll(() => running.stop(), 120_000);

const keyOf = (service: InnerService) => running.system.options.secrets.internalTokenKeys[service];
const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;

interface Route {
  readonly method: string;
  readonly path: string;
}

function ask(service: InnerService, { method, path }: Route, token?: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${running.system.ports[service]}${path}`, {
    method,
    headers: token === undefined ? {} : { 'x-internal-token': token },
  });
}

/** Every route that the service describes, and those it does not. */
async function routesOf(service: InnerService): Promise<Route[]> {
  const fragment = await ask(service, { method: 'GET', path: '/internal/openapi.json' });
  const { paths } = (await fragment.json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{[^}]+\}/g, 'nobody'),
    })),
  );
  const forget = { method: 'DELETE', path: '/internal/calls/nobody' };
  const hidden: Readonly<Record<InnerService, readonly Route[]>> = {
    ingestion: [{ method: 'GET', path: '/internal/calls/nobody/existence' }],
    summarization: [forget],
    contacts: [forget],
    webhooks: [],
  };
  const ofOperators = ['/internal/parked-messages', '/internal/parked-messages/nobody'];
  return [...described, ...hidden[service], ...ofOperators.map((path) => ({ method: 'GET', path }))];
}

/** Tokens that each have one thing wrong with them. */
function wrongTokens(service: InnerService): Record<string, string | undefined> {
  const good: TokenParts = { audience: service, key: keyOf(service) };
  const other = innerServices.find((name) => name !== service) ?? service;
  const [header = '', , signature = ''] = internalToken(good).split('.');
  const [, claims = ''] = internalToken({ ...good, workspaceId: 'wsp_2' }).split('.');
  const now = Math.floor(Date.now() / 1000);
  return {
    none: undefined,
    nonsense: 'nonsense',
    expired: internalToken({ ...good, issuedAt: now - 120 }),
    'not valid yet': internalToken({ ...good, issuedAt: now + 120 }),
    'valid for an hour': internalToken({ ...good, issuedAt: now - 120, lifetime: 3_600 }),
    'for another service': internalToken({ ...good, audience: other }),
    'for another service, with its key': internalToken({ audience: other, key: keyOf(other) }),
    'with a key of the same name': internalToken({ ...good, key: newKey(keyOf(service).split(':')[0] ?? '') }),
    'with a key nobody knows': internalToken({ ...good, key: newKey('stranger') }),
    'with other claims under the signature': `${header}.${claims}.${signature}`,
    'without a signature': internalToken({ ...good, algorithm: 'none' }),
    'of another issuer': internalToken({ ...good, issuer: 'somebody' }),
    'of an operator, with a key that the gateway has': internalToken({ ...good, issuer: 'operator' }),
  };
}

describe.each(innerServices)('%s', (service) => {
  it('believes a good token, and answers 401 on every route to a wrong one', async () => {
    const routes = await routesOf(service);
    const [first] = routes;
    if (first === undefined) throw new Error('no route');
    const good = await ask(service, first, internalToken({ audience: service, key: keyOf(service) }));
    expect(good.status).not.toBe(401);
    for (const [what, token] of Object.entries(wrongTokens(service))) {
      for (const route of routes) {
        const answer = await ask(service, route, token);
        const { error } = (await answer.json()) as { error: { code: string } };
        expect([what, route, answer.status, error.code]).toEqual([what, route, 401, 'unauthorized']);
      }
    }
  });

  it('has routes of operators, whose keys the gateway does not have, and its own token does not open them', async () => {
    const parked = { method: 'GET', path: '/internal/parked-messages' };
    expect((await ask(service, parked, internalToken({ audience: service, key: keyOf(service) }))).status).toBe(401);
    const { operatorTokenKeys } = running.system.options.secrets;
    const token = internalToken({ audience: service, key: operatorTokenKeys[service], issuer: 'operator' });
    expect((await ask(service, parked, token)).status).toBe(200);
  });
});

describe('the key between the gateway and a service', () => {
  const status = async () => (await client.request('GET', '/contacts')).status;
  const direct = async (key: string) =>
    (await ask('contacts', { method: 'GET', path: '/v1/contacts' }, internalToken({ audience: 'contacts', key })))
      .status;
  const restart = async (service: 'gateway' | 'contacts', changes: Record<string, string>) => {
    await running.system.stopService(service);
    running.system.startService(service, changes);
    await running.system.ready([service]);
  };

  it('is changed without a gap: the service learns it, the gateway signs with it, the old one is taken away', async () => {
    const [oldKey, key] = [keyOf('contacts'), newKey('new')];
    expect(await status()).toBe(200);
    await restart('contacts', { INTERNAL_TOKEN_KEYS: `${key},${oldKey}` });
    expect([await status(), await direct(key), await direct(oldKey)]).toEqual([200, 200, 200]);
    await restart('gateway', { INTERNAL_TOKEN_KEYS_CONTACTS: key });
    expect(await status()).toBe(200);
    await restart('contacts', { INTERNAL_TOKEN_KEYS: key });
    expect([await status(), await direct(key), await direct(oldKey)]).toEqual([200, 200, 401]);
    // Whose key is good must not hear that it is not, because the system disagrees with itself.
    await restart('gateway', {});
    expect(await client.refusal('GET', '/contacts')).toEqual({ status: 500, code: 'internal_error' });
  }, 120_000);
});
