import type {
  ActionItem,
  CallDetail,
  CallSummary,
  Contact,
  ContactDetail,
  CreatedWebhookEndpoint,
  Delivery,
} from '@ci/contracts';
import { until, type HttpsReceiver } from '@ci/testing';
import type { ApiClient } from './api-client.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let client: ApiClient;
let receiver: HttpsReceiver;
let hook: CreatedWebhookEndpoint;

beforeAll(async () => {
  running = await ordinarySystem();
  client = await running.client('changes');
  receiver = await running.receiver();
  hook = await client.post('/webhooks', {
    url: `${receiver.url}/all`,
    events: ['call.ended', 'summary.ready', 'summary.failed'],
  });
}, 180_000);

afterAll(() => running.stop(), 120_000);

describe('a client’s outcome', () => {
  it('wins over the inferred one, on the call and in the contact’s history', async () => {
    const call = await record('outcome@changes.example');
    await client.patch(`/calls/${call.id}`, { outcome: 'won', title: 'Signed' });
    expect(await client.get<CallDetail>(`/calls/${call.id}`)).toMatchObject({
      outcome: 'won',
      outcome_source: 'provided',
      title: 'Signed',
    });
    await contactWhen('outcome@changes.example', ({ calls }) => calls[0]?.outcome === 'won');
  });
});

describe('action items', () => {
  it('are completed, and stay completed when the call is analysed again under a new event', async () => {
    const call = await record('items@changes.example');
    const [item] = await itemsOf(call.id);
    const done = await client.patch<ActionItem>(`/action-items/${item?.id ?? ''}`, { completed: true });
    expect([done.completed, typeof done.completed_at]).toEqual([true, 'string']);
    const { data } = await client.get<{ data: ActionItem[] }>('/action-items?completed=true');
    expect(data.map(({ id }) => id)).toContain(done.id);

    await client.post(`/calls/${call.id}/reanalyze`);
    await until(
      async () => (await client.get<CallSummary>(`/calls/${call.id}/summary`, { prefer: 'wait=10' })).revision === 2,
      { timeoutMs: 60_000, describe: 'the second revision' },
    );
    expect((await itemsOf(call.id)).find(({ id }) => id === done.id)).toMatchObject({ completed: true });
    const events = await until(
      () => (eventsOf(call.id, 'summary.ready').length === 2 ? eventsOf(call.id, 'summary.ready') : undefined),
      { timeoutMs: 60_000, describe: 'summary.ready of both revisions' },
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
    expect(events.map(({ data: sent }) => sent.summary?.revision)).toEqual([1, 2]);
  }, 180_000);
});

describe('a call without words', () => {
  it('ends in summary.failed, and pollers are told to stop', async () => {
    const call = await client.post<CallDetail>('/calls', {
      rep_id: 'r1',
      started_at: '2026-11-18T09:00:00Z',
      duration_seconds: 60,
      transcript: [],
    });
    await until(() => eventsOf(call.id, 'summary.failed').length === 1, { timeoutMs: 60_000 });
    const { status, headers, body } = await client.request<{ error: { code: string } }>(
      'GET',
      `/calls/${call.id}/summary`,
    );
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([404, 'summary_unavailable', null]);
    await until(async () => (await client.get<CallDetail>(`/calls/${call.id}`)).analysis_status === 'failed');
  }, 180_000);
});

describe('a deleted call', () => {
  it('is gone on every path, and the contact’s counters follow', async () => {
    const kept = await record('deleted@changes.example');
    const call = await record('deleted@changes.example');
    const [item] = await itemsOf(call.id);
    await contactWhen('deleted@changes.example', ({ call_count }) => call_count === 2);

    await client.delete(`/calls/${call.id}`);
    const gone = { status: 404, code: 'not_found' };
    expect(await client.refusal('GET', `/calls/${call.id}`)).toEqual(gone);
    const contact = await contactWhen('deleted@changes.example', ({ call_count }) => call_count === 1);
    expect(contact.calls.map(({ id }) => id)).toEqual([kept.id]);
    await until(async () => (await client.request('GET', `/calls/${call.id}/summary`)).status === 404);
    expect(await client.refusal('GET', `/calls/${call.id}/summary`)).toEqual(gone);
    expect(await client.refusal('GET', `/calls/${call.id}/action-items`)).toEqual(gone);
    expect(await client.refusal('PATCH', `/action-items/${item?.id ?? ''}`, { body: { completed: true } })).toEqual(
      gone,
    );
    expect(await client.refusal('DELETE', `/calls/${call.id}`)).toEqual(gone);
  }, 180_000);
});

describe('webhooks on demand', () => {
  it('send a test event, and an earlier delivery again under the same id', async () => {
    await client.post(`/webhooks/${hook.id}/test`);
    const test = await receiver.waitFor(({ body }) => body.includes('"webhook.test"'));

    const { data } = await until(
      async () => {
        const log = await client.get<{ data: Delivery[] }>(`/webhooks/${hook.id}/deliveries`);
        return log.data.some(({ event_id, status }) => event_id === test.id && status === 'delivered')
          ? log
          : undefined;
      },
      { describe: 'the test event stands in the log' },
    );
    const before = receiver.requests.filter(({ id }) => id === test.id).length;
    await client.post(`/deliveries/${data.find(({ event_id }) => event_id === test.id)?.id ?? ''}/redeliver`);
    await until(() => receiver.requests.filter(({ id }) => id === test.id).length === before + 1, {
      timeoutMs: 60_000,
    });
  }, 180_000);

  it('stop when the endpoint is deleted', async () => {
    const doomed = await client.post<CreatedWebhookEndpoint>('/webhooks', {
      url: `${receiver.url}/doomed`,
      events: ['call.ended'],
    });
    await client.delete(`/webhooks/${doomed.id}`);
    const call = await record('doomed@changes.example');
    await until(() => eventsOf(call.id, 'summary.ready').length === 1, { timeoutMs: 60_000 });
    expect(receiver.requests.filter(({ path }) => path === '/doomed')).toEqual([]);
  }, 180_000);
});

interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly call?: { readonly id: string }; readonly summary?: CallSummary };
}

function eventsOf(callId: string, type: string): SentEvent[] {
  return receiver.requests
    .filter(({ path }) => path === '/all')
    .map(({ body }) => JSON.parse(body) as SentEvent)
    .filter((event) => event.type === type && event.data.call?.id === callId);
}

/** A call with one promise, analysed. */
async function record(email: string): Promise<CallDetail> {
  const call = await client.post<CallDetail>('/calls', {
    rep_id: 'user_1',
    started_at: '2026-11-18T09:00:00Z',
    prospect: { email },
    transcript: [
      { speaker: 'rep', start_ms: 0, end_ms: 4_000, text: 'I will send you the offer tomorrow.' },
      { speaker: 'prospect', start_ms: 4_500, end_ms: 6_000, text: 'Thank you.' },
    ],
  });
  await client.get(`/calls/${call.id}/summary`, { prefer: 'wait=30' });
  return call;
}

async function itemsOf(callId: string): Promise<ActionItem[]> {
  return (await client.get<{ data: ActionItem[] }>(`/calls/${callId}/action-items`)).data;
}

function contactWhen(email: string, fits: (contact: ContactDetail) => boolean): Promise<ContactDetail> {
  return until(
    async () => {
      const [found] = (await client.get<{ data: Contact[] }>(`/contacts?email=${encodeURIComponent(email)}`)).data;
      const contact = found && (await client.get<ContactDetail>(`/contacts/${found.id}`));
      return contact && fits(contact) ? contact : undefined;
    },
    { describe: `the contact ${email} is as expected` },
  );
}
