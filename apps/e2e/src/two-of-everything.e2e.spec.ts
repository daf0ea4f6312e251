import type { Call, CallDetail, CallSummary, Contact, CreatedWebhookEndpoint, Delivery } from '@ci/contracts';
import { holdsWithin, until, type HttpsReceiver } from '@ci/testing';
import { serviceNames } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { startSteadyLoad, type SteadyLoad } from './steady-load.ts';
import { startTwoOfEverything, type TwoOfEverything } from './two-instances.ts';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

const CALLS = 20;
const events = ['call.ended', 'summary.ready'];
let two: TwoOfEverything;
let one: ApiClient;
let other: ApiClient;
let receiver: HttpsReceiver;
let hook: CreatedWebhookEndpoint;
const recorded: string[] = [];

beforeAll(async () => {
  two = await startTwoOfEverything({ SHUTDOWN_DRAIN_MS: '1500' });
  [one, other] = await two.clients('north');
  receiver = await two.running.receiver();
  hook = await one.post<CreatedWebhookEndpoint>('/webhooks', { url: `${receiver.url}/north`, events });
}, 240_000);

afterAll(() => two.stop(), 120_000);

const call = (number: number) => ({
  rep_id: 'user_ines',
  started_at: new Date(Date.UTC(2026, 10, 18) + number * 60_000).toISOString(),
  prospect: { email: `noor${number % 5}@harbor-foods.example`, name: 'Noor' },
  transcript: [
    { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'The price is higher than we budgeted for.' },
    { speaker: 'rep', start_ms: 4_500, end_ms: 9_000, text: 'I will send you the contract by next Friday.' },
  ],
});

/** The gateway that this request goes to, and the one that it does not. */
const turn = (number: number): [ApiClient, ApiClient] => (number % 2 === 0 ? [one, other] : [other, one]);

describe('what one gateway has answered', () => {
  it('is there at once through the other, under every path', async () => {
    for (let number = 0; number < CALLS; number += 1) {
      const [here, there] = turn(number);
      const { id } = await here.post<CallDetail>('/calls', call(number));
      recorded.push(id);
      expect(await there.get<CallDetail>(`/calls/${id}`)).toMatchObject({ id, rep_id: 'user_ines' });
      const answers = [
        await there.request('GET', `/calls/${id}/summary`),
        await there.request<{ data: unknown }>('GET', `/calls/${id}/action-items`),
      ];
      const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : JSON.stringify(body)));
      expect(codes).toEqual([expect.stringMatching(/^ok$|summary_not_ready/), 'ok']);
    }
  }, 180_000);

  it('is repeated by the other under its idempotency key, and happens once when both are asked at the same time', async () => {
    const headers = { 'idempotency-key': 'one and the same' };
    const body = { ...call(100), external_id: 'once' };
    const first = await one.request<CallDetail>('POST', '/calls', { body, headers });
    const again = await other.request<CallDetail>('POST', '/calls', { body, headers });
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body.id,
      'true',
    ]);

    const atOnce = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        turn(index)[0].request<CallDetail>('POST', '/calls', {
          body: call(101),
          headers: { 'idempotency-key': 'at once' },
        }),
      ),
    );
    const created = atOnce.filter(({ status }) => status === 201).map(({ body: answer }) => answer.id);
    expect(new Set(created).size).toBe(1);
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set(created.length === 10 ? [201] : [201, 409]));
    recorded.push(first.body.id, created[0] ?? '');
  });

  it('is waited for through the other', async () => {
    for (let number = 0; number < 6; number += 1) {
      const [here, there] = turn(number);
      const { id } = await here.post<CallDetail>('/calls', call(200 + number));
      recorded.push(id);
      const summary = await there.request<CallSummary>('GET', `/calls/${id}/summary`, {
        headers: { prefer: 'wait=30' },
      });
      expect([summary.status, summary.body.call_id]).toEqual([200, id]);
    }
  }, 180_000);

  it('has the same ETag at the other, which answers 304 to it', async () => {
    const [id = ''] = recorded;
    await until(async () => (await one.get<Call>(`/calls/${id}`)).analysis_status === 'ready', { timeoutMs: 60_000 });
    const paths = [`/calls/${id}`, `/calls/${id}/summary`, `/webhooks/${hook.id}`];
    for (const path of paths) {
      const tags = [];
      // Four requests: each gateway meets each instance behind it.
      for (let number = 0; number < 4; number += 1)
        tags.push((await turn(number)[0].request('GET', path)).headers.get('etag'));
      const [tag] = tags;
      expect(tags).toEqual(Array(4).fill(expect.stringMatching(/^(W\/)?"/)));
      expect(new Set(tags).size).toBe(1);
      expect((await other.request('GET', path, { headers: { 'if-none-match': tag ?? '' } })).status).toBe(304);
    }
  }, 90_000);

  it('gives cursors that the other reads: pages by turns hold every call once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let number = 0; cursor !== null; number += 1) {
      const page: Page<Call> = await turn(number)[0].get(`/calls?limit=3&cursor=${cursor}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen.toSorted()).toEqual(recorded.toSorted());
    expect(seen).toHaveLength(new Set(seen).size);
  });
});

describe('a key', () => {
  it('that an operator makes is good for both at once, and deleted for both within a second', async () => {
    const pair = await two.clients('keys');
    expect(await Promise.all(pair.map(async (client) => (await client.request('GET', '/calls')).status))).toEqual([
      200, 200,
    ]);
    await two.running.system.operate(['keys', 'delete', pair[0].keyId]);
    const deletedAt = performance.now();
    for (const client of pair)
      await holdsWithin(1_000, async () => (await client.request('GET', '/calls')).status === 401, deletedAt);
  });
});

describe('webhooks and analyses', () => {
  it('are shared: each event of each call is delivered exactly once', async () => {
    const expected = recorded.length * 2;
    const deliveries = await until(
      async () => {
        const all = await allDeliveries(other);
        return all.length >= expected && all.every(({ status }) => status === 'delivered') ? all : undefined;
      },
      { timeoutMs: 90_000, describe: 'every event is delivered' },
    );
    expect(deliveries.map(({ attempts }) => attempts.length)).toEqual(Array(expected).fill(1));
    expect(receiver.requests).toHaveLength(expected);
    expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(expected);
  }, 120_000);
});

describe('a rolling restart under load', () => {
  let load: SteadyLoad;
  let client: ApiClient;
  let harbour: HttpsReceiver;

  beforeAll(async () => {
    client = await two.client('harbour');
    harbour = await two.running.receiver();
    await client.post('/webhooks', { url: `${harbour.url}/harbour`, events });
    load = startSteadyLoad(client);
  });

  afterAll(() => load.stop());

  it.each(serviceNames)(
    'of %s fails no request',
    async (service) => {
      const before = load.recorded.length;
      for (const which of ['one', 'other'] as const)
        expect(await two.replace(service, which)).toEqual({ code: 0, signal: null });
      await until(() => load.failures.length > 0 || load.recorded.length >= before + 10, {
        timeoutMs: 60_000,
        describe: 'calls were recorded meanwhile',
      });
      expect(load.failures).toEqual([]);
    },
    240_000,
  );

  it('loses nothing, doubles nothing, and keeps the order of each call', async () => {
    await load.stop();
    const { recorded } = load;
    const patience = { timeoutMs: 120_000, intervalMs: 500 };
    await until(async () => (await countedCalls(client)) === recorded.length, {
      ...patience,
      describe: 'the contacts know every call, once',
    });
    await until(() => new Set(harbour.requests.map(({ id }) => id)).size === events.length * recorded.length, {
      ...patience,
      describe: 'every event of every call is delivered',
    });
    const expected = new Map(recorded.map((id) => [id, events]));
    expect(eventsByCall(harbour)).toEqual(expected);
  }, 300_000);
});

describe('one of each, killed in the middle', () => {
  // The gateways that were replaced listen elsewhere.
  beforeAll(async () => void ([one, other] = await two.clients('north')));

  it('takes nothing with it', async () => {
    const before = new Set(recorded);
    const recordings = Array.from({ length: CALLS }, (_, number) => recordPatiently(300 + number));
    // Some have been answered, the others are on their way.
    await Promise.race(recordings);
    const { system } = two.running;
    await Promise.all([
      system.killService('gateway'),
      system.killService('ingestion'),
      two.others.summarization.kill(),
      system.killService('contacts'),
      two.others.webhooks.kill(),
    ]);
    const ids = await Promise.all(recordings);
    recorded.push(...ids);
    expect(new Set(recorded).size).toBe(before.size + CALLS);

    await until(
      async () => {
        const calls = await Promise.all(ids.map((id) => other.get<Call>(`/calls/${id}`)));
        return calls.every(({ analysis_status: status }) => status === 'ready');
      },
      { timeoutMs: 120_000, intervalMs: 500, describe: 'every call is analysed' },
    );
    await until(
      async () => {
        const { data } = await other.get<Page<Contact>>('/contacts');
        return data.length === 5 && data.reduce((sum, contact) => sum + contact.call_count, 0) === recorded.length;
      },
      { timeoutMs: 120_000, intervalMs: 500, describe: 'the contacts know every call' },
    );
    await until(() => distinctEvents().size === recorded.length * 2, {
      timeoutMs: 120_000,
      intervalMs: 500,
      describe: 'every event of every call has been delivered',
    });
    expect((await allDeliveries(other)).length).toBe(recorded.length * 2);
  }, 400_000);
});

/** As an integrator does it: what was not answered is sent again under the same key, to the other gateway. */
async function recordPatiently(number: number): Promise<string> {
  let attempt = number;
  return until(
    async () => {
      const [client] = turn((attempt += 1));
      const headers = { 'idempotency-key': `patient ${number}` };
      const { status, body } = await client.request<CallDetail>('POST', '/calls', { body: call(number), headers });
      return status === 201 && body.id;
    },
    { timeoutMs: 90_000, intervalMs: 200, describe: `call ${number} is recorded` },
  );
}

/** Endpoints are notified at least once; the id identifies a repetition. */
const distinctEvents = () => new Set(receiver.requests.map(({ id }) => id));

async function allDeliveries(client: ApiClient): Promise<readonly Delivery[]> {
  const all: Delivery[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page<Delivery> = await client.get(`/webhooks/${hook.id}/deliveries?limit=100&cursor=${cursor}`);
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

async function countedCalls(client: ApiClient): Promise<number> {
  const { data } = await client.get<Page<Contact>>('/contacts');
  return data.reduce((sum, { call_count: calls }) => sum + calls, 0);
}

/** The types of the events of each call, in the order of their first arrival. */
function eventsByCall(receiver: HttpsReceiver): Map<string, string[]> {
  const byCall = new Map<string, string[]>();
  for (const { body } of receiver.requests) {
    const event = JSON.parse(body) as { readonly type: string; readonly data: { readonly call: Call } };
    const types = byCall.get(event.data.call.id) ?? [];
    if (!types.includes(event.type)) byCall.set(event.data.call.id, [...types, event.type]);
  }
  return byCall;
}
