import type { ActionItem, CallDetail, Contact, CreatedWebhookEndpoint, Delivery } from '@ci/contracts';
import { until } from '@ci/testing';
import type { ApiClient } from './api-client.ts';
import { documentOperations, type DocumentOperation } from './document-operations.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let owner: ApiClient;
let stranger: ApiClient;
let operations: readonly DocumentOperation[];
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  running = await ordinarySystem();
  [owner, stranger] = [await running.client('isolated'), await running.client('isolated-stranger')];
  operations = await documentOperations();
  ids = await oneOfEach();
}, 180_000);

afterAll(() => running.stop(), 120_000);

describe('a workspace, seen from another one', () => {
  it('has nothing behind any id, on any route of the document: one 404 that says nothing', async () => {
    const withId = operations.filter(({ path }) => path.includes('{'));
    expect(withId.length).toBeGreaterThan(12);
    const answers = new Map<string, string[]>();
    for (const { method, path, body } of withId) {
      for (const [kind, id] of Object.entries(ids)) {
        const request = `${method} ${path} with the id of ${kind}`;
        const answer = await answerTo(stranger, method, path.replaceAll(/\{[^}]+\}/g, id), body);
        answers.set(answer, [...(answers.get(answer) ?? []), request]);
      }
    }
    const [[answer = '', requests = []] = []] = answers;
    expect([...answers.keys()]).toEqual([answer]);
    expect(answer).toMatch(/^404 .*"code":"not_found"/);
    expect(requests).toHaveLength(withId.length * Object.keys(ids).length);
  });

  it('is in none of the lists of the document', async () => {
    const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/calls', '/contacts', '/action-items', '/webhooks']),
    );
    for (const { path } of lists) {
      const seen = JSON.stringify(await stranger.get(path));
      for (const [kind, id] of Object.entries(ids))
        expect([path, kind, seen.includes(id)]).toEqual([path, kind, false]);
    }
  });

  it('was not changed by anything that the other one tried', async () => {
    const call = await owner.get<CallDetail>(`/calls/${ids['a call'] ?? ''}`);
    expect([call.title, call.outcome_source]).toEqual(['Renewal', 'inferred']);
    const { data } = await owner.get<{ data: ActionItem[] }>(`/calls/${call.id}/action-items`);
    expect(data.some(({ completed }) => completed)).toBe(false);
    expect(await owner.get(`/webhooks/${ids['a webhook'] ?? ''}`)).toMatchObject({
      status: 'active',
      description: null,
    });
    const log = await owner.get<{ data: Delivery[] }>(`/webhooks/${ids['a webhook'] ?? ''}/deliveries`);
    expect(log.data.every(({ event_type: type, attempts }) => type !== 'webhook.test' && attempts.length === 1)).toBe(
      true,
    );
  });
});

describe('a read-only key', () => {
  it('reads, and is refused every write of the document and everything about webhooks', async () => {
    const reader = await running.client('isolated', 'read-only');
    for (const { method, path } of operations) {
      const allowed = method === 'GET' && !path.startsWith('/webhooks');
      const id = path.startsWith('/contacts') ? 'a contact' : 'a call';
      // A body that is not even JSON: what a key may do is looked at first.
      const request = method === 'GET' || method === 'DELETE' ? {} : { bytes: 'not even JSON' };
      const { status } = await reader.request(method, path.replaceAll(/\{[^}]+\}/g, ids[id] ?? ''), request);
      expect([method, path, status]).toEqual([method, path, allowed ? 200 : 403]);
    }
  });
});

/** The answer without what differs from request to request. */
async function answerTo(client: ApiClient, method: string, path: string, body: unknown): Promise<string> {
  const answer = await client.request<{ error?: { request_id?: string } }>(
    method,
    path,
    body === undefined ? {} : { body },
  );
  const { request_id: _id, ...error } = answer.body.error ?? {};
  return `${String(answer.status)} ${JSON.stringify(error)}`;
}

/** Ids of every kind that the API gives out in the owner's workspace, one that was never given, and what is no id. */
async function oneOfEach(): Promise<Readonly<Record<string, string>>> {
  const receiver = await running.receiver();
  const hook = await owner.post<CreatedWebhookEndpoint>('/webhooks', {
    url: receiver.url,
    events: ['call.ended', 'summary.ready'],
  });
  const call = await owner.post<CallDetail>('/calls', promise);
  await owner.get(`/calls/${call.id}/summary`, { prefer: 'wait=30' });
  const { data: items } = await owner.get<{ data: ActionItem[] }>(`/calls/${call.id}/action-items`);
  const contact = await until(async () => (await owner.get<{ data: Contact[] }>('/contacts')).data[0], {
    describe: 'the contact',
  });
  const delivered = async () => {
    const { data } = await owner.get<{ data: Delivery[] }>(`/webhooks/${hook.id}/deliveries`);
    return data.filter(({ status }) => status === 'delivered').length === 2 ? data[0] : undefined;
  };
  const delivery = await until(delivered, { describe: 'both events are delivered' });
  const [item] = items;
  if (item === undefined) throw new Error('no action item was found in a call with a promise');
  return {
    'a call': call.id,
    'an action item': item.id,
    'a contact': contact.id,
    'a webhook': hook.id,
    'a delivery': delivery.id,
    'an event': delivery.event_id,
    'a key': owner.keyId,
    'a workspace': owner.workspaceId,
    'nothing yet': `${call.id.slice(0, -4)}zzzz`,
    nobody: 'no-id-at-all',
  };
}

const promise = {
  rep_id: 'user_ines',
  started_at: '2026-11-18T16:00:00+01:00',
  title: 'Renewal',
  prospect: { email: 'noor@harbor-foods.example' },
  transcript: [
    { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'Could you send us the contract?' },
    { speaker: 'rep', start_ms: 4_000, end_ms: 8_000, text: 'Yes, I will send you the contract by next Friday.' },
  ],
};
