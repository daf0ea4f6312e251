import { randomBytes, randomUUID } from 'node:crypto';
import {
  eventExamples,
  type CallDetail,
  type CallSummary,
  type Contact,
  type ContactDetail,
  type CreatedWebhookEndpoint,
  type TopicName,
  type WebhookRecovery,
} from '@ci/contracts';
import { until, type HttpsReceiver } from '@ci/testing';
import { consumerLag, forgetOffsets, produceRaw, type RawMessage } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { startRunningSystem, type RunningSystem } from './running-system.ts';

let running: RunningSystem;
let client: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  running = await startRunningSystem();
  [client, stranger] = [await running.client('faults'), await running.client('strangers')];
}, 180_000);

afterAll(() => running.stop(), 120_000);

describe('a consumer that dies between its database commit and its offset commit', () => {
  it('counts every call once when it receives every message a second time', async () => {
    const email = 'repeat@twice.example';
    for (let index = 0; index < 5; index += 1) await record(client, { prospect: { email }, minute: index });
    const before = await contactWith(email, ({ call_count, calls }) => call_count === 5 && calls.every(hasScore));

    // What such a death leaves behind: effects that are committed, offsets that are not.
    await running.system.killService('contacts');
    await until(() => forgetOffsets(running.brokers, 'contacts').then(() => true), { timeoutMs: 60_000 });
    running.system.startService('contacts');
    await running.system.ready(['contacts']);
    await until(async () => (await consumerLag(running.brokers, 'contacts')) === 0, { timeoutMs: 60_000 });

    expect(await client.get<ContactDetail>(`/contacts/${before.id}`)).toEqual(before);
  }, 120_000);

  it('loses and doubles nothing when it is killed while calls arrive', async () => {
    const email = 'busy@killed.example';
    const recording = Promise.all(
      Array.from({ length: 40 }, (_, index) => record(client, { prospect: { email }, minute: index })),
    );
    await running.system.killService('contacts');
    running.system.startService('contacts');
    await recording;
    const contact = await contactWith(email, ({ call_count }) => call_count >= 40);
    expect(contact.call_count).toBe(40);
    expect(new Set(contact.calls.map(({ id }) => id)).size).toBe(40);
  }, 120_000);
});

describe('twenty first calls of one prospect at once', () => {
  it('make one contact with twenty calls', async () => {
    const email = 'first@contact.example';
    await Promise.all(Array.from({ length: 20 }, (_, minute) => record(client, { prospect: { email }, minute })));
    await contactWith(email, ({ call_count }) => call_count === 20);
    const { data } = await client.get<{ data: Contact[] }>('/contacts?limit=100');
    expect(data.filter((contact) => contact.email === email)).toHaveLength(1);
  }, 180_000);
});

describe('a poison message', () => {
  it('holds up its own key alone', async () => {
    const poisoned = 'call_poisoned';
    await produceRaw(running.brokers, [
      {
        topic: 'call.ended',
        key: poisoned,
        value: Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
        headers: headersOf('call.ended'),
      },
      { topic: 'call.ended', key: poisoned, value: '{"call": 1}', headers: headersOf('call.ended') },
      { topic: 'call.ended', key: null, value: 'no key, no headers' },
      message('call.ended', { callId: poisoned, email: 'behind@poison.example' }),
    ]);
    // Keys are spread over 12 partitions: 24 calls reach the poisoned one, whichever it is.
    const emails = Array.from({ length: 24 }, (_, index) => `beside${index}@poison.example`);
    await Promise.all(emails.map((email, minute) => record(client, { prospect: { email }, minute })));
    for (const email of emails) await contactWith(email, ({ call_count }) => call_count === 1);
    await until(async () => (await consumerLag(running.brokers, 'contacts')) === 0);
    expect((await client.get<{ data: Contact[] }>('/contacts?email=behind@poison.example')).data).toEqual([]);
  }, 120_000);

  it('of 10 MB of random text is parked and disturbs nobody', async () => {
    const text = randomBytes(5 * 1024 * 1024).toString('hex');
    await produceRaw(running.brokers, [
      { topic: 'call.transcribed', key: 'call_random', value: text, headers: headersOf('call.transcribed') },
    ]);
    const call = await record(client, { prospect: { email: 'after@random.example' }, minute: 0 });
    await expect(summaryOf(call.id)).resolves.toMatchObject({ call_id: call.id });
    await until(async () => (await consumerLag(running.brokers, 'summarization')) === 0, { timeoutMs: 60_000 });
  }, 120_000);
});

describe('a transcript of nearly 10 MB of random text', () => {
  it('is recorded, read back whole, and its analysis ends', async () => {
    const transcript = Array.from({ length: 980 }, (_, index) => ({
      speaker: index % 2 === 0 ? 'rep' : 'prospect',
      start_ms: index * 1_000,
      end_ms: index * 1_000 + 900,
      text: randomBytes(4_950).toString('base64').replaceAll('+', ' ').slice(0, 10_000),
    }));
    const call = await client.post<CallDetail>('/calls', {
      rep_id: 'r',
      started_at: '2026-11-18T09:00:00Z',
      transcript,
    });
    expect((await client.get<CallDetail>(`/calls/${call.id}`)).transcript).toEqual(transcript);
    const ended = await until(
      async () => {
        const current = await client.get<CallDetail>(`/calls/${call.id}`);
        return current.analysis_status === 'pending' ? undefined : current;
      },
      { timeoutMs: 90_000, intervalMs: 500, describe: 'the analysis ends' },
    );
    expect(ended.analysis_status).toBe('ready');
  }, 150_000);
});

describe('summary.ready before call.ended', () => {
  let receiver: HttpsReceiver;
  let hook: CreatedWebhookEndpoint;

  beforeAll(async () => {
    receiver = await running.receiver();
    hook = await client.post('/webhooks', { url: `${receiver.url}/late`, events: ['call.ended', 'summary.ready'] });
  });

  it('gives the same contact, and webhooks in the right order', async () => {
    const overtaken = { callId: 'call_overtaken', email: 'overtaken@order.example' };
    const inOrder = { callId: 'call_inorder', email: 'inorder@order.example' };
    await produceRaw(running.brokers, [message('summary.ready', overtaken), message('call.ended', inOrder)]);
    await until(async () => (await consumerLag(running.brokers, 'webhooks')) === 0);
    await until(async () => (await consumerLag(running.brokers, 'contacts')) === 0);
    expect(typesOf(overtaken.callId)).toEqual([]);

    await produceRaw(running.brokers, [message('call.ended', overtaken), message('summary.ready', inOrder)]);
    await until(() => typesOf(overtaken.callId).length === 2 && typesOf(inOrder.callId).length === 2, {
      timeoutMs: 30_000,
    });
    expect(typesOf(overtaken.callId)).toEqual(['call.ended', 'summary.ready']);
    expect(typesOf(inOrder.callId)).toEqual(['call.ended', 'summary.ready']);

    const one = await contactWith(overtaken.email, ({ calls }) => calls.every(hasScore));
    const other = await contactWith(inOrder.email, ({ calls }) => calls.every(hasScore));
    expect(comparable(one)).toEqual(comparable(other));
    await client.delete(`/webhooks/${hook.id}`);
  }, 180_000);

  const typesOf = (callId: string): string[] =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as { type: string; data: { call: { id: string } } })
      .filter(({ data }) => data.call.id === callId)
      .map(({ type }) => type);

  const comparable = ({ name, company, call_count, last_call_at, calls }: ContactDetail) => ({
    name,
    company,
    call_count,
    last_call_at,
    calls: calls.map(({ id: _id, ...rest }) => rest),
  });
});

describe('webhooks, killed between sending and recording', () => {
  it('repeats those attempts under the same webhook-id, goes on with a recovery, and loses nothing', async () => {
    const receiver = await running.receiver();
    const events = ['call.ended'];
    const live = await client.post<CreatedWebhookEndpoint>('/webhooks', { url: `${receiver.url}/live`, events });
    const back = await client.post<CreatedWebhookEndpoint>('/webhooks', { url: `${receiver.url}/back`, events });
    await client.patch(`/webhooks/${back.id}`, { status: 'disabled' });
    // More than a recovery has under way at the same time.
    const calls = Array.from({ length: 60 }, (_, n) => ({ callId: `call_killed${n}`, email: 'hook@killed.example' }));
    const since = new Date().toISOString();
    await produceRaw(
      running.brokers,
      calls.slice(0, 59).map((call) => message('call.ended', call)),
    );
    await until(async () => idsAt(receiver, '/live').size === 59, { timeoutMs: 60_000 });
    await client.patch(`/webhooks/${back.id}`, { status: 'active' });

    // Who asks never hears that its request has arrived.
    receiver.answer({ hang: true });
    const { id } = await client.post<WebhookRecovery>(`/webhooks/${back.id}/recover`, { since });
    await produceRaw(running.brokers, [message('call.ended', calls[59]!)]);
    await until(() => idsAt(receiver, '/back').size > 0 && idsAt(receiver, '/live').size === 60, { timeoutMs: 60_000 });
    await running.system.killService('webhooks');
    const [sentLive, sentBack] = [[...idsAt(receiver, '/live')].at(-1)!, [...idsAt(receiver, '/back')]];
    expect(sentBack.length).toBeLessThan(59);

    receiver.answer({});
    const restartedAt = new Date();
    running.system.startService('webhooks');
    await running.system.ready(['webhooks']);
    const recovery = await until(
      async () => {
        const found = await client.get<WebhookRecovery>(`/webhooks/${back.id}/recoveries/${id}`);
        return found.status === 'completed' && found.delivered === found.total ? found : undefined;
      },
      { timeoutMs: 120_000, intervalMs: 200, describe: 'the recovery is completed' },
    );
    expect([recovery.total, idsAt(receiver, '/back', restartedAt).size >= 59]).toEqual([59, true]);
    // The call that came meanwhile is no part of the recovery.
    await until(
      () => {
        const [again, live] = [idsAt(receiver, '/back', restartedAt), idsAt(receiver, '/live', restartedAt)];
        return sentBack.every((sent) => again.has(sent)) && live.has(sentLive);
      },
      { timeoutMs: 60_000, describe: 'every attempt that nobody has recorded is repeated' },
    );
    expect([idsAt(receiver, '/live').size, idsAt(receiver, '/back').size]).toEqual([60, 60]);
    for (const hook of [live, back]) await client.delete(`/webhooks/${hook.id}`);
  }, 240_000);

  const idsAt = ({ requests }: HttpsReceiver, path: string, since = new Date(0)): Set<string> =>
    new Set(requests.filter((request) => request.path === path && request.at >= since).map((request) => request.id));
});

describe('GET summary while the consumer of summarization stands still', () => {
  it('answers summary_not_ready for a call of the workspace and not_found for any other', async () => {
    await running.system.stopService('summarization');
    running.system.startService('summarization', { KAFKA_BROKERS: '127.0.0.1:1' });
    try {
      const call = await record(client, { prospect: { email: 'waiting@stopped.example' }, minute: 0 });
      // HTTP is up although Kafka is away; readiness says what is missing.
      const early = await until(
        async () => {
          const answer = await client.request<{ error: { code: string } }>('GET', `/calls/${call.id}/summary`);
          return answer.status === 503 ? undefined : answer;
        },
        { describe: 'summarization answers' },
      );
      expect([early.status, early.body.error.code]).toEqual([404, 'summary_not_ready']);
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await client.get(`/calls/${call.id}/action-items`)).toMatchObject({
        data: [],
        analysis_status: 'pending',
      });
      expect(await stranger.refusal('GET', `/calls/${call.id}/summary`)).toEqual({ status: 404, code: 'not_found' });
      expect(await client.refusal('GET', '/calls/call_unknown/summary')).toEqual({ status: 404, code: 'not_found' });

      await running.system.stopService('summarization');
      running.system.startService('summarization');
      await running.system.ready(['summarization']);
      await expect(summaryOf(call.id)).resolves.toMatchObject({ call_id: call.id });
    } finally {
      await running.system.stopService('summarization');
      running.system.startService('summarization');
      await running.system.ready(['summarization']);
    }
  }, 120_000);
});

describe('a service behind the gateway that is dead', () => {
  it('gives 503 unavailable with Retry-After on its routes, and only there', async () => {
    await running.system.killService('contacts');
    const answer = await client.request<{ error: { code: string } }>('GET', '/contacts');
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect(client.get('/calls')).resolves.toBeDefined();
    running.system.startService('contacts');
    await running.system.ready(['contacts']);
    await expect(client.get('/contacts')).resolves.toBeDefined();
  }, 180_000);
});

function record(
  by: ApiClient,
  { prospect, minute }: { prospect: { email: string }; minute: number },
): Promise<CallDetail> {
  return by.post('/calls', {
    rep_id: 'user_1',
    started_at: new Date(Date.UTC(2026, 10, 18, 9, minute)).toISOString(),
    prospect,
    transcript: [
      { speaker: 'rep', start_ms: 0, end_ms: 4_000, text: 'I will send you the offer tomorrow.' },
      { speaker: 'prospect', start_ms: 4_500, end_ms: 6_000, text: 'Thank you.' },
    ],
  });
}

function summaryOf(callId: string): Promise<CallSummary> {
  return client.get(`/calls/${callId}/summary`, { prefer: 'wait=30' });
}

function contactWith(email: string, fits: (contact: ContactDetail) => boolean): Promise<ContactDetail> {
  return until(
    async () => {
      const [found] = (await client.get<{ data: Contact[] }>(`/contacts?email=${encodeURIComponent(email)}`)).data;
      if (!found) return undefined;
      const contact = await client.get<ContactDetail>(`/contacts/${found.id}`);
      return fits(contact) ? contact : undefined;
    },
    { timeoutMs: 60_000, describe: `the contact ${email} is as expected` },
  );
}

const hasScore = ({ coaching_score }: { coaching_score: number | null }): boolean => coaching_score !== null;

/** An event as a service would publish it, about another call and prospect. */
function message(
  topic: TopicName & ('call.ended' | 'summary.ready'),
  { callId, email }: { callId: string; email: string },
): RawMessage {
  const text = JSON.stringify(eventExamples[topic])
    .replaceAll(eventExamples['call.ended'].call.id, callId)
    .replaceAll(eventExamples['call.ended'].prospect.email ?? '', email);
  return { topic, key: callId, value: text, headers: headersOf(topic, callId) };
}

function headersOf(topic: TopicName, subject = 'call_poisoned'): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: randomUUID(),
    ce_source: '/ingestion',
    ce_type: topic,
    ce_subject: subject,
    ce_time: new Date().toISOString(),
    ce_workspaceid: client.workspaceId,
    ce_schemaversion: '1',
    'content-type': 'application/json',
  };
}
