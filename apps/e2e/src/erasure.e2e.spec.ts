import type { ActionItem, CallDetail, Contact, CreatedWebhookEndpoint, Delivery, Segment } from '@ci/contracts';
import { until, type HttpsReceiver } from '@ci/testing';
import { consumerLag, produceRaw, searchDatabase, type FoundText } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let client: ApiClient;
let receiver: HttpsReceiver;

beforeAll(async () => {
  running = await ordinarySystem();
  client = await running.client('erasure');
  receiver = await running.receiver();
  // One endpoint takes everything, one refuses it and repeats what it was sent.
  receiver.answer(({ path, body }) => (path === '/fails' ? { status: 500, body: `manxome ${body}` } : {}));
}, 180_000);

afterAll(() => running.stop(), 120_000);

describe('DELETE /v1/calls/{id}', () => {
  it('leaves no text of the call in any table of any schema, nor in a log', async () => {
    const hooks = await Promise.all(['/takes', '/fails'].map(subscribe));
    const words = wordsOf('brillig');
    const key = { 'idempotency-key': 'key-made-of-brillig-words' };
    const call = await client.post<CallDetail>('/calls', callWith(words), key);
    await client.patch(`/calls/${call.id}`, { title: `${words.title} again` });
    await summaryOf(call.id);
    const [item] = (await client.get<{ data: ActionItem[] }>(`/calls/${call.id}/action-items`)).data;
    await client.patch(`/action-items/${item?.id ?? ''}`, { description: `Take the ${words.item} along` });
    await attemptsOf(hooks, call.id);
    const [failed] = await deliveriesOf(hooks[1], call.id);
    await client.post(`/deliveries/${failed?.id ?? ''}/redeliver`, undefined, key);
    await contactWith(words.email, ({ call_count }) => call_count === 1);

    // The search sees what is there, in every service.
    const before = await find(words);
    const { poison: _notOnThisCall, ...onThisCall } = words;
    expect(new Set(before.map(({ text }) => text))).toEqual(new Set(Object.values(onThisCall)));
    expect(schemasOf(before)).toEqual(['contacts', 'ingestion', 'summarization', 'webhooks']);
    expect(await found(['manxome'])).not.toEqual([]);
    // What a client made its idempotency key of was never stored.
    expect(await found(['key-made-of-brillig-words'])).toEqual([]);

    await client.delete(`/calls/${call.id}`);
    await nothingLeftOf(words);
    expect(await found(['manxome'])).toEqual([]);
    expect(logsWith(words)).toEqual([]);
    await unknownOnEveryPath(call.id);
    // The request that recorded it does not bring it back.
    expect(await client.refusal('POST', '/calls', { body: callWith(words), headers: key })).toMatchObject({
      status: 404,
    });
    for (const { id } of hooks) await client.delete(`/webhooks/${id}`);
  }, 120_000);

  it('counts the contact’s other calls on, and forgets the contact with the last one', async () => {
    const words = wordsOf('slithy');
    const [first, second] = [await client.post<CallDetail>('/calls', callWith(words)), await recordAgain(words)];
    await contactWith(words.email, ({ call_count }) => call_count === 2);
    await client.delete(`/calls/${second.id}`);
    const contact = await contactWith(words.email, ({ call_count }) => call_count === 1);
    expect(contact.last_call_at).toBe(first.created_at);
    await client.delete(`/calls/${first.id}`);
    await nothingLeftOf(words);
    expect((await client.get<{ data: Contact[] }>(`/contacts?email=${words.email}`)).data).toEqual([]);

    // A prospect who calls again is a new contact.
    const again = await recordAgain(words);
    const anew = await contactWith(words.email, ({ call_count }) => call_count === 1);
    expect(anew.id).not.toBe(contact.id);
    await client.delete(`/calls/${again.id}`);
    await nothingLeftOf(words);
  }, 120_000);

  it('takes back what was not sent yet while Kafka is away, and hides what was made of the call with its answer', async () => {
    const [words, analysed] = [wordsOf('gimble'), wordsOf('outgrabe')];
    const { id } = await client.post<CallDetail>('/calls', callWith(analysed));
    await summaryOf(id);
    const contact = await contactWith(analysed.email, ({ call_count }) => call_count === 1);
    await running.system.stopService('ingestion');
    running.system.startService('ingestion', { KAFKA_BROKERS: '127.0.0.1:1' });
    const call = await until(() => client.post<CallDetail>('/calls', callWith(words)));
    expect((await find(words)).filter(({ table }) => table === 'ingestion.outbox')).not.toEqual([]);
    await client.delete(`/calls/${call.id}`);
    await client.delete(`/calls/${id}`);
    await unknownOnEveryPath(id);
    expect(await client.refusal('GET', `/contacts/${contact.id}`)).toEqual({ status: 404, code: 'not_found' });
    expect((await client.get<{ data: Contact[] }>(`/contacts?email=${analysed.email}`)).data).toEqual([]);
    // The announcement of the deletion says whose call it was; it goes with Kafka's return.
    expect(await find(words)).toEqual([{ text: words.email, table: 'ingestion.outbox', rows: 1 }]);

    await running.system.stopService('ingestion');
    running.system.startService('ingestion');
    await running.system.ready(['ingestion']);
    await nothingLeftOf(words);
    await nothingLeftOf(analysed);
  }, 120_000);

  it('reaches consumers that were away, also before they heard of the call', async () => {
    const [known, unheard] = [wordsOf('wabe'), wordsOf('borogove')];
    const knownCall = await client.post<CallDetail>('/calls', callWith(known));
    await summaryOf(knownCall.id);
    await contactWith(known.email, ({ call_count }) => call_count === 1);
    for (const service of ['summarization', 'contacts'] as const) await running.system.stopService(service);
    const unheardCall = await client.post<CallDetail>('/calls', callWith(unheard));
    await client.delete(`/calls/${knownCall.id}`);
    await client.delete(`/calls/${unheardCall.id}`);
    await until(async () => schemasOf(await find(known)).join() === 'contacts,summarization', { timeoutMs: 60_000 });

    for (const service of ['summarization', 'contacts'] as const) running.system.startService(service);
    await running.system.ready(['summarization', 'contacts']);
    await nothingLeftOf(known);
    await nothingLeftOf(unheard);
  }, 180_000);

  it('does not wait behind parked messages of the call, and removes them', async () => {
    const words = wordsOf('mimsy');
    const call = await client.post<CallDetail>('/calls', callWith(words));
    await summaryOf(call.id);
    // No service can read these, so each parks the key.
    const poison = (topic: string) => ({ topic, key: call.id, value: `{"call": "${words.poison}"}` });
    await produceRaw(running.brokers, [poison('call.updated'), poison('summary.ready')]);
    const parked = ['contacts', 'ingestion', 'summarization', 'webhooks'].map((name) => `${name}.parked_messages`);
    await until(
      async () => {
        const tables = (await found([words.poison])).map(({ table }) => table);
        return parked.every((table) => tables.includes(table));
      },
      { timeoutMs: 60_000, describe: 'the key is parked everywhere' },
    );
    await client.patch(`/calls/${call.id}`, { title: `${words.title} again` });
    await until(async () => (await found([`${words.title} again`])).some(({ table }) => table === parked[0]), {
      timeoutMs: 60_000,
      describe: 'what follows waits behind it',
    });

    await client.delete(`/calls/${call.id}`);
    // Ingestion does not hear its own deletion: what it has parked, it removes itself.
    await nothingLeftOf(words);
    expect(logsWith(words)).toEqual([]);
  }, 120_000);
});

/** Texts that occur nowhere else, one for each place that a call has for them. */
function wordsOf(word: string) {
  return {
    email: `${word}@toves-${word}.example`,
    name: `Zephyrine ${word}-Quill`,
    company: `${word} Zinc Works`,
    repName: `Uffish ${word}-Bandersnatch`,
    title: `Frabjous ${word} review`,
    externalId: `ext-${word}-7741`,
    note: `note-${word}-tulgey`,
    said: `${word} proposal`,
    item: `${word}-vorpal`,
    poison: `${word}-poison`,
  };
}
type Words = ReturnType<typeof wordsOf>;

function callWith(words: Words, minute = 0) {
  const transcript: Segment[] = [
    { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: `Could you send me the ${words.said} by Friday?` },
    { speaker: 'rep', start_ms: 4_000, end_ms: 8_000, text: `Yes, I will send you the ${words.said} by Friday.` },
    { speaker: 'prospect', start_ms: 8_000, end_ms: 12_000, text: `Good. We decided to go ahead with it.` },
  ];
  return {
    rep_id: 'rep_1',
    rep: { name: words.repName },
    started_at: `2026-11-18T09:${String(minute).padStart(2, '0')}:00Z`,
    prospect: { email: words.email, name: words.name, company: words.company },
    title: words.title,
    external_id: minute === 0 ? words.externalId : `${words.externalId}-${minute}`,
    metadata: { note: words.note },
    transcript,
  };
}

let minutes = 0;
const recordAgain = (words: Words) => client.post<CallDetail>('/calls', callWith(words, (minutes += 1)));

const found = (texts: readonly string[]): Promise<FoundText[]> => {
  const { adminDatabaseUrl: adminUrl, database } = running.system.options;
  return searchDatabase({ adminUrl, database, texts });
};
const find = (words: Words) => found(Object.values(words));
const schemasOf = (all: readonly FoundText[]) => [...new Set(all.map(({ table }) => table.split('.')[0]))].sort();
const logsWith = (words: Words) =>
  running.logs().filter((line) => Object.values(words).some((text) => line.toLowerCase().includes(text.toLowerCase())));

/** Every message is processed, and then nothing is found. */
async function nothingLeftOf(words: Words): Promise<void> {
  await until(async () => (await found(['"call.deleted"'])).every(({ table }) => !table.endsWith('.outbox')), {
    describe: 'the deletion is sent',
  });
  for (const group of ['contacts', 'ingestion', 'summarization', 'webhooks']) {
    await until(async () => (await consumerLag(running.brokers, group)) === 0, {
      intervalMs: 100,
      describe: `${group} has read everything`,
    });
  }
  const left = await until(
    async () => {
      const all = await find(words);
      return all.length === 0 ? 'nothing' : undefined;
    },
    { describe: 'nothing is left' },
  ).catch(async () => find(words));
  expect(left).toBe('nothing');
}

async function unknownOnEveryPath(id: string): Promise<void> {
  for (const path of ['', '/summary', '/coaching', '/action-items']) {
    expect([path, await client.refusal('GET', `/calls/${id}${path}`)]).toEqual([
      path,
      { status: 404, code: 'not_found' },
    ]);
  }
}

const subscribe = (path: string) =>
  client.post<CreatedWebhookEndpoint>('/webhooks', {
    url: `${receiver.url}${path}`,
    events: ['call.ended', 'summary.ready'],
  });

async function deliveriesOf(hook: CreatedWebhookEndpoint | undefined, callId: string): Promise<Delivery[]> {
  const { data } = await client.get<{ data: Delivery[] }>(`/webhooks/${hook?.id ?? ''}/deliveries`);
  const sent = receiver.requests.filter(({ body }) => body.includes(callId)).map(({ id }) => id);
  return data.filter(({ event_id }) => sent.includes(event_id));
}

/** Both events have been tried at both endpoints, and what the failing one answered is stored. */
async function attemptsOf(hooks: readonly CreatedWebhookEndpoint[], callId: string): Promise<void> {
  for (const hook of hooks) {
    await until(
      async () => (await deliveriesOf(hook, callId)).filter(({ attempts }) => attempts.length > 0).length === 2,
      { describe: 'both events are tried' },
    );
  }
}

function summaryOf(callId: string): Promise<unknown> {
  return until(
    async () => {
      const { status } = await client.request('GET', `/calls/${callId}/summary`, { headers: { prefer: 'wait=10' } });
      return status === 200;
    },
    { describe: 'a summary' },
  );
}

function contactWith(email: string, fits: (contact: Contact) => boolean): Promise<Contact> {
  return until(
    async () => {
      const [contact] = (await client.get<{ data: Contact[] }>(`/contacts?email=${email}`)).data;
      return contact !== undefined && fits(contact) ? contact : undefined;
    },
    { timeoutMs: 60_000, describe: `the contact ${email}` },
  );
}
