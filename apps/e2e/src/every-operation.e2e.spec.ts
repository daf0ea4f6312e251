import type {
  ActionItem,
  Call,
  CallDetail,
  Contact,
  CreatedWebhookEndpoint,
  Delivery,
  ErrorBody,
  WebhookRecovery,
} from '@ci/contracts';
import { until } from '@ci/testing';
import { consumerLag, innerServices } from '@ci/testing/system';
import type { ApiClient, ApiRequest } from './api-client.ts';
import { documentOperations, type DocumentOperation } from './document-operations.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

interface Page {
  readonly data: readonly { readonly id: string; readonly created_at: string }[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

const CALLS = 5;
const json = { 'content-type': 'application/json' };

let running: RunningSystem;
let owner: ApiClient;
let stranger: ApiClient;
/** One id of each kind, by the step of the path that it follows. */
let ids: Readonly<Record<string, string>>;

const operations = await documentOperations();
const reads = operations.filter(({ method }) => method === 'GET');
const writes = operations.filter(({ method }) => method !== 'GET');
const lists = reads.filter(({ parameters }) => parameters.includes('cursor'));

beforeAll(async () => {
  running = await ordinarySystem();
  [owner, stranger] = [await running.client('owner'), await running.client('stranger')];
  ids = await oneOfEach();
}, 180_000);

afterAll(() => running.stop(), 120_000);

/** The path with the given id, or with the ids of the steps before its parameters. */
const withId = (path: string, id?: string): string =>
  path.replaceAll(/([\w-]+)\/\{[^}]+\}/g, (_found, kind: string) => `${kind}/${id ?? ids[kind] ?? ''}`);

/** A request that is good but for what a test makes wrong. */
function good({ method, path, body }: DocumentOperation): { readonly query: string; readonly request: ApiRequest } {
  if (path !== '/calls/import') return { query: '', request: method === 'GET' || body === undefined ? {} : { body } };
  const bytes = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Hello\n';
  return {
    query: 'rep_id=r1&started_at=2026-11-18T09:00:00Z&',
    request: { bytes, headers: { 'content-type': 'text/vtt' } },
  };
}

describe.each(reads)('GET $path', ({ path }) => {
  it('is answered to HEAD as well, with a slash at the end too, and by 304 to who has the answer', async () => {
    const target = withId(path);
    const answer = await owner.request('GET', target);
    expect(answer.status).toBe(200);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const head = await owner.request('HEAD', target);
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-type')).toBe(answer.headers.get('content-type'));
    expect((await owner.request('GET', `${target}/`)).body).toEqual(answer.body);
    for (const method of ['GET', 'HEAD']) {
      const again = await owner.request(method, target, { headers: { 'if-none-match': `"other", W/${etag}` } });
      expect([method, again.status, again.body, again.headers.get('etag')]).toEqual([method, 304, '', etag]);
    }
    expect((await owner.request('GET', target, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});

describe.each(operations)('$method $path', (operation) => {
  const { method, path, parameters } = operation;
  const refused = async (query: string, id = 'nobody') => {
    const { query: needed, request } = good(operation);
    const { status, body } = await owner.request<ErrorBody>(method, `${withId(path, id)}?${needed}${query}`, request);
    return [status, body.error.code, body.error.details?.map(({ field }) => field)];
  };

  it('names a parameter that it does not know, before it looks for the id', async () => {
    expect(await refused('colour=red')).toEqual([400, 'invalid_request', ['colour']]);
  });

  it('names each parameter that comes twice', async () => {
    const once = parameters.filter((name) => name !== 'speaker');
    const given = new Set(path === '/calls/import' ? ['rep_id', 'started_at'] : []);
    for (const name of once) {
      const twice = given.has(name) ? `${name}=a` : `${name}=&${name}=`;
      expect([name, await refused(twice)]).toEqual([name, [400, 'invalid_request', [name]]]);
    }
  });
});

describe.each(writes)('$method $path', (operation) => {
  const { method, path, body, bodyRequired } = operation;
  const target = withId(path, 'nobody');
  const send = (bytes: string, headers: Record<string, string>) => owner.refusal(method, target, { bytes, headers });

  it('refuses a body of another type, and one that is cut short, before it looks for the id', async () => {
    const unsupported = { status: 415, code: 'unsupported_media_type' };
    expect(await send('<a/>', { 'content-type': 'application/xml' })).toEqual(unsupported);
    expect(await send('{}', { ...json, 'content-encoding': 'gzip' })).toEqual(unsupported);
    expect(await send('{"a":', json)).toEqual({ status: 400, code: 'invalid_request' });
  });

  it('wants a body where it is described, and then that of an object', async () => {
    if (body === undefined) return;
    const problems = { status: 400, code: 'invalid_request' };
    for (const bytes of ['', '[]', 'null', '"text"']) {
      const answer = await send(bytes, json);
      const leftOut = bytes === '' && !bodyRequired;
      expect([bytes, answer]).toEqual([bytes, leftOut ? { status: 404, code: 'not_found' } : problems]);
    }
  });
});

describe.each(writes.filter(({ method }) => method === 'POST'))('POST $path', (operation) => {
  it('has its effect once under an Idempotency-Key, which is good for one body', async () => {
    const { query, request } = good(operation);
    const target = `${withId(operation.path)}?${query}`.replace(/[?&]$/, '');
    const headers = { ...request.headers, 'idempotency-key': `key of ${operation.path}` };
    const [first, again] = [
      await owner.request<{ id?: string }>('POST', target, { ...request, headers }),
      await owner.request<{ id?: string }>('POST', target, { ...request, headers }),
    ];
    expect(first.status).toBeLessThan(300);
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      first.status,
      first.body.id,
      'true',
    ]);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('location')]).toEqual([
      null,
      first.headers.get('location'),
    ]);
    const bytes = request.bytes === undefined ? `${JSON.stringify(request.body ?? {})} ` : `${String(request.bytes)}\n`;
    const other = { bytes, headers: { ...json, ...headers } };
    expect(await owner.refusal('POST', target, other)).toEqual({ status: 422, code: 'idempotency_key_reused' });
    const odd = { ...request, headers: { ...request.headers, 'idempotency-key': 'x'.repeat(256) } };
    expect(await owner.refusal('POST', target, odd)).toEqual({ status: 400, code: 'invalid_request' });
  });
});

describe.each([...new Set(operations.map(({ path }) => path))])('%s', (path) => {
  it('says with 405 which methods it has', async () => {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (allowed.includes(method)) continue;
      const { status, headers } = await owner.request(method, withId(path, 'nobody'));
      expect([method, status, headers.get('allow')?.split(', ').sort()]).toEqual([method, 405, allowed]);
    }
  });
});

describe.each(lists)('the pages of GET $path', ({ path }) => {
  // Otherwise what was asked for above comes into the lists while they are read.
  beforeAll(everythingIsKnown);

  const target = () => withId(path);
  const page = (query: string) => owner.request<Page>('GET', `${target()}?${query}`);
  const problem = async (client: ApiClient, query: string, at = target()) => {
    const { status, body } = await client.request<ErrorBody>('GET', `${at}?${query}`);
    return [status, body.error.param];
  };

  it('give every item once, newest first and then by id, by Link as by next_cursor', async () => {
    const whole = (await page('limit=100')).body.data;
    const order = whole.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
    expect(whole.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
    const seen: string[] = [];
    for (let query = 'limit=2'; query !== '';) {
      const { headers, body } = await page(query);
      seen.push(...body.data.map(({ id }) => id));
      expect([body.data.length <= 2, body.has_more]).toEqual([true, body.next_cursor !== null]);
      const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      const next = link === undefined ? undefined : new URL(link, 'http://x');
      expect([next?.pathname, next?.searchParams.get('cursor'), next?.searchParams.get('limit')]).toEqual(
        body.next_cursor === null ? [undefined, undefined, undefined] : [`/v1${target()}`, body.next_cursor, '2'],
      );
      query = next?.search.slice(1) ?? '';
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
    expect((await page('cursor=')).body.data.map(({ id }) => id)).toEqual(seen);
  });

  it('have limits and cursors of their own', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'ten', ''])
      expect([limit, await problem(owner, `limit=${limit}`)]).toEqual([limit, [400, 'limit']]);
    const cursor = (await page('limit=1')).body.next_cursor ?? '';
    // Of recoveries there is one.
    if (cursor === '') return expect((await page('limit=1')).body.data.length).toBeLessThan(2);
    const flipped = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;
    for (const bad of [flipped, `${cursor}A`, 'x', '%00'])
      expect([bad, await problem(owner, `cursor=${bad}`)]).toEqual([bad, [400, 'cursor']]);
    for (const other of lists.filter((list) => list.path !== path))
      expect([other.path, await problem(owner, `cursor=${cursor}`, withId(other.path))]).toEqual([
        other.path,
        [400, 'cursor'],
      ]);
    expect(await problem(stranger, `cursor=${cursor}`)).toEqual([400, 'cursor']);
  });
});

const keyOf = ({ id, created_at }: { readonly id: string; readonly created_at: string }) => `${created_at} ${id}`;

/** Several of everything that is listed, of the same instant where a client may say when. */
async function oneOfEach(): Promise<Readonly<Record<string, string>>> {
  const receiver = await running.receiver();
  const body = { url: receiver.url, events: ['call.ended', 'summary.ready'] };
  const hook = await owner.post<CreatedWebhookEndpoint>('/webhooks', body);
  const calls = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      owner.post<CallDetail>('/calls', callWith(`buyer${index}@shop.example`)),
    ),
  );
  const all = <Item>(path: string, count: number) =>
    until(
      async () => {
        const { data } = await owner.get<{ data: Item[] }>(`${path}?limit=100`);
        return data.length >= count ? data : undefined;
      },
      { timeoutMs: 60_000, describe: `${count} of ${path}` },
    );
  const [items, contacts] = [
    await all<ActionItem & { id: string }>('/action-items', CALLS),
    await all<Contact>('/contacts', CALLS),
  ];
  const deliveries = await all<Delivery>(`/webhooks/${hook.id}/deliveries`, 2 * CALLS);
  await until(
    async () => {
      const { data } = await owner.get<{ data: Delivery[] }>(`/webhooks/${hook.id}/deliveries?limit=100`);
      return data.every(({ status }) => status === 'delivered');
    },
    { timeoutMs: 60_000, describe: 'everything is delivered' },
  );
  const recovery = await owner.post<WebhookRecovery>(`/webhooks/${hook.id}/recover`, { since: '2026-01-01T00:00:00Z' });
  await until(
    async () =>
      (await owner.get<{ data: WebhookRecovery[] }>(`/webhooks/${hook.id}/recoveries`)).data.every(
        (one) => one.finished_at !== null,
      ),
    { describe: 'the recovery has ended' },
  );
  await everythingIsKnown();
  return {
    recoveries: recovery.id,
    calls: calls[0]?.id ?? '',
    'action-items': items[0]?.id ?? '',
    contacts: contacts[0]?.id ?? '',
    webhooks: hook.id,
    deliveries: deliveries[0]?.id ?? '',
  };
}

/** Every call is analysed, and every service has heard of it. */
async function everythingIsKnown(): Promise<void> {
  await until(
    async () => {
      const { data } = await owner.get<{ data: Call[] }>('/calls?limit=100');
      return data.every(({ analysis_status: status }) => status !== 'pending');
    },
    { timeoutMs: 60_000, describe: 'no analysis is under way' },
  );
  for (const group of innerServices) {
    await until(async () => (await consumerLag(running.brokers, group)) === 0, {
      timeoutMs: 60_000,
      describe: `${group} has read everything`,
    });
  }
}

function callWith(email: string): object {
  return {
    rep_id: 'user_ines',
    started_at: '2026-11-18T16:00:00+01:00',
    prospect: { email },
    transcript: [
      { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'Could you send us the contract?' },
      { speaker: 'rep', start_ms: 4_000, end_ms: 8_000, text: 'Yes, I will send you the contract by next Friday.' },
    ],
  };
}
