import { randomUUID } from 'node:crypto';
import {
  eventExamples,
  type CallEnded,
  type Contact,
  type ContactDetail,
  type EventData,
  type Outcome,
  type TopicName,
} from '@ci/contracts';
import { newId } from '@ci/ids';
import { Pruner, type BatchContext, type ReceivedMessage } from '@ci/messaging';
import { countStatements, until, type TestDatabase } from '@ci/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import type { DataSource } from 'typeorm';
import { startContacts, tokenFor, type RunningContacts } from '../test/running-contacts.ts';
import { OnCallDeleted } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallEnded } from './on-call-ended/on-call-ended.consumer.ts';
import { OnCallUpdated } from './on-call-updated/on-call-updated.consumer.ts';
import { OnSummaryReady } from './on-summary-ready/on-summary-ready.consumer.ts';

let running: RunningContacts;
let database: TestDatabase;
let app: NestFastifyApplication;

// Consumers are not connected: the tests hand them messages as the transport would.
beforeAll(async () => {
  running = await startContacts();
  ({ app, database } = running);
  await app.init();
});
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => running.stop());

describe('a contact and its calls', () => {
  it('is the same whether call.ended or summary.ready comes first', async () => {
    const [inOrder, overtaken] = [world(), world()];
    await inOrder.receive('call.ended');
    await inOrder.receive('summary.ready');
    await overtaken.receive('summary.ready');
    expect(await overtaken.contacts()).toEqual([]);
    await overtaken.receive('call.ended');
    const [one, other] = [await inOrder.onlyContact(), await overtaken.onlyContact()];
    expect({ ...other, id: one.id, created_at: one.created_at }).toEqual(one);
    expect(one).toMatchObject({
      email: 'marcus.webb@acme-logistics.example',
      name: 'Marcus Webb',
      company: 'Acme Logistics',
      call_count: 1,
      last_call_at: '2026-11-20T15:00:00.000Z',
      calls: [
        {
          created_at: '2026-11-20T15:00:00.000Z',
          duration_seconds: 94,
          rep_id: 'user_dana',
          coaching_score: 68,
          outcome: 'follow_up',
        },
      ],
    });
  });

  it.each(['call.ended', 'summary.ready', 'call.updated', 'call.deleted'] as const)(
    'is not changed by %s when it comes again under another id',
    async (again) => {
      const { receive, contacts } = world();
      for (const topic of ['call.ended', 'summary.ready', 'call.updated'] as const) await receive(topic);
      if (again === 'call.deleted') await receive('call.deleted');
      const before = await contacts();
      await receive(again);
      expect(await contacts()).toEqual(before);
    },
  );

  it('shows what a client said in place of what was inferred, in either order', async () => {
    for (const order of [
      ['call.ended', 'summary.ready', 'call.updated'],
      ['call.updated', 'summary.ready', 'call.ended'],
    ] as const) {
      const { receive, onlyContact } = world();
      for (const topic of order) await receive(topic);
      expect((await onlyContact()).calls[0]).toMatchObject({ outcome: 'won', coaching_score: 68 });
    }
  });

  it('shows the inferred outcome once a client takes its own back, also when it was there before the analysis', async () => {
    const { receive, onlyContact } = world();
    await receive('call.ended', { provided: 'won' });
    await receive('summary.ready', { provided: 'won' });
    expect((await onlyContact()).calls[0]).toMatchObject({ outcome: 'won' });
    await receive('call.updated', { provided: null });
    expect((await onlyContact()).calls[0]).toMatchObject({ outcome: 'follow_up' });
  });

  it('loses a deleted call, counters and history alike, and ignores what comes late about it', async () => {
    const { receive, onlyContact, contacts } = world();
    await receive('call.ended', { callId: 'call_a', createdAt: '2026-11-01T09:00:00.000Z' });
    await receive('call.ended', { callId: 'call_b', createdAt: '2026-11-02T09:00:00.000Z' });
    await receive('call.deleted', { callId: 'call_b' });
    await receive('summary.ready', { callId: 'call_b' });
    await receive('call.ended', { callId: 'call_b' });
    expect(await onlyContact()).toMatchObject({
      call_count: 1,
      last_call_at: '2026-11-01T09:00:00.000Z',
      calls: [{ id: 'call_a' }],
    });
    await receive('call.deleted', { callId: 'call_a' });
    expect(await contacts()).toEqual([]);
  });

  it('is found by the call when a deletion that is sent again no longer knows the address', async () => {
    const { receive, onlyContact, contacts } = world();
    await receive('call.ended', { callId: 'call_a' });
    await receive('call.ended', { callId: 'call_b' });
    await receive('call.deleted', { callId: 'call_b', email: null });
    expect(await onlyContact()).toMatchObject({ call_count: 1, calls: [{ id: 'call_a' }] });
    // Not in another workspace.
    await world().receive('call.deleted', { callId: 'call_a', email: null });
    expect(await contacts()).toHaveLength(1);
  });

  it('is forgotten with its last call, and is a new one when the prospect calls again', async () => {
    const { receive, contacts, onlyContact, workspaceId } = world();
    await receive('call.ended', { callId: 'call_a' });
    await receive('summary.ready', { callId: 'call_a' });
    const { id } = await onlyContact();
    await receive('call.deleted', { callId: 'call_a' });
    expect(await contacts()).toEqual([]);
    for (const table of ['event_personal', 'contacts', 'outbox']) {
      expect([
        table,
        await database.dataSource.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [workspaceId]),
      ]).toEqual([table, []]);
    }
    await receive('call.ended', { callId: 'call_a' }); // late, and about a call that has left
    expect(await contacts()).toEqual([]);
    await receive('call.ended', { callId: 'call_b' });
    const again = await onlyContact();
    expect(again).toMatchObject({ name: 'Marcus Webb', call_count: 1, calls: [{ id: 'call_b' }] });
    expect(again.id).not.toBe(id);
  });

  it('is one when twenty first calls arrive at once', async () => {
    const { receive, onlyContact } = world();
    const createdAt = (index: number) => new Date(Date.UTC(2026, 10, 1, index)).toISOString();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        receive('call.ended', { callId: `call_${index}`, createdAt: createdAt(index) }),
      ),
    );
    const contact = await onlyContact();
    expect(contact).toMatchObject({ call_count: 20, last_call_at: createdAt(19) });
    expect(contact.calls.map(({ created_at }) => created_at)).toEqual(
      Array.from({ length: 20 }, (_, index) => createdAt(19 - index)),
    );
  });

  it('is announced once, under its own id, with the call that it came of', async () => {
    const { receive, onlyContact, workspaceId } = world();
    await receive('call.ended', { callId: 'call_first' });
    await receive('call.ended', { callId: 'call_other' });
    const { id } = await onlyContact();
    const sent = await database.dataSource.query<{ key: string; payload: string }[]>(
      `SELECT key, payload FROM outbox WHERE workspace_id = $1 AND topic = 'contact.created'`,
      [workspaceId],
    );
    expect(sent.map(({ key: messageKey }) => messageKey)).toEqual([id]);
    expect(JSON.parse(sent[0]?.payload ?? '{}')).toMatchObject({
      contact: { id, call_count: 1, name: 'Marcus Webb' },
      call_id: 'call_first',
    });
  });

  it('is the same from a batch as from its messages one by one', async () => {
    const [together, alone] = [world(), world()];
    const at = (day: number) => `2026-11-0${day}T09:00:00.000Z`;
    const ended = [
      { callId: 'call_a', createdAt: at(2) },
      { callId: 'call_x', email: null },
      { callId: 'call_b', createdAt: at(3), email: 'Other@X.example' },
      { callId: 'call_c', createdAt: at(1) },
      { callId: 'call_a', createdAt: at(2) },
      { callId: 'call_d', createdAt: at(4) },
    ];
    const left = [{ callId: 'call_d' }, { callId: 'call_b', email: 'other@x.example' }, { callId: 'call_a' }];
    await together.receive('call.ended', ...(ended as [Changes]));
    await together.receive('call.deleted', ...(left as [Changes]));
    for (const one of ended) await alone.receive('call.ended', one);
    for (const one of left) await alone.receive('call.deleted', one);

    const contact = await alone.onlyContact();
    expect(contact).toMatchObject({ call_count: 1, last_call_at: at(1), calls: [{ id: 'call_c' }] });
    const { id, created_at } = contact;
    expect({ ...(await together.onlyContact()), id, created_at }).toEqual(contact);
    const sent = await database.dataSource.query<{ workspace_id: string }[]>(
      `SELECT workspace_id FROM outbox WHERE workspace_id = ANY($1)`,
      [[together.workspaceId, alone.workspaceId]],
    );
    // The other contact was withdrawn with its only call.
    expect(sent.map((row) => row.workspace_id).sort()).toEqual([together.workspaceId, alone.workspaceId].sort());
  });

  it('is without a call that was deleted as soon as the gateway is answered, though no message has come', async () => {
    const { receive, forget, onlyContact, contacts, workspaceId } = world();
    await receive('call.ended', { callId: 'call_a' });
    await receive('call.ended', { callId: 'call_b' });
    expect(await forget('call_b')).toBe(204);
    expect(await onlyContact()).toMatchObject({ call_count: 1, calls: [{ id: 'call_a' }] });
    expect(await forget('call_a')).toBe(204);
    expect(await contacts()).toEqual([]);
    for (const table of ['event_personal', 'contacts', 'outbox']) {
      const rows = await database.dataSource.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
      expect([table, rows]).toEqual([table, []]);
    }
    await receive('call.deleted', { callId: 'call_a' });
    expect([await forget('call_a'), await contacts()]).toEqual([204, []]);
  });

  it('does not come of a deleted call whose end is heard of later', async () => {
    const { receive, forget, onlyContact, contacts } = world();
    expect(await forget('call_a')).toBe(204);
    await receive('call.ended', { callId: 'call_a' });
    expect(await contacts()).toEqual([]);
    await receive('call.ended', { callId: 'call_a' }, { callId: 'call_b' });
    expect(await onlyContact()).toMatchObject({ call_count: 1, calls: [{ id: 'call_b' }] });
  });

  it('is left alone when another workspace has deleted a call', async () => {
    const { receive, onlyContact } = world();
    await receive('call.ended', { callId: 'call_shared' });
    expect(await world().forget('call_shared')).toBe(204);
    expect(await onlyContact()).toMatchObject({ calls: [{ id: 'call_shared' }] });
    await receive('call.ended', { callId: 'call_next' });
    expect(await onlyContact()).toMatchObject({ call_count: 2 });
  });

  it('has none of the calls whose end and deletion arrive at once', async () => {
    const { receive, forget, contacts } = world();
    const ids = Array.from({ length: 20 }, (_, index) => `call_race_${index}`);
    // A deletion that meets too many conflicts is refused, and asked for again.
    const gone = (callId: string) => until(async () => (await forget(callId)) === 204, { describe: `${callId} gone` });
    await Promise.all(ids.flatMap((callId) => [receive('call.ended', { callId }), gone(callId)]));
    expect(await contacts()).toEqual([]);
  });

  it('holds one lock, and 32 for its calls, while a batch of 200 of them is stored', async () => {
    const data = Array.from({ length: 200 }, (_, index) =>
      changed('call.ended', { callId: newId('call') + index.toString(32) }),
    );
    const messages = messagesOf(world().workspaceId, 'call.ended', data.length);
    await inTransaction(app.get<DataSource>(WORKER_DATA_SOURCE), async (tx) => {
      await app.get(OnCallEnded).handle(data as CallEnded[], { tx, messages, ignore: () => undefined });
      const held = await tx.query(
        `SELECT mode, count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() GROUP BY mode ORDER BY mode`,
      );
      expect(held).toEqual([
        { mode: 'ExclusiveLock', locks: 1 },
        { mode: 'ShareLock', locks: 32 },
      ]);
    });
  });

  it('costs as many statements in a batch of a hundred messages as in one of eleven, of every topic', async () => {
    const { receive } = world();
    const calls = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({
        callId: `call_${from + index}`,
        email: `p${from + index}@x.example`,
      })) as [Changes];
    for (const topic of ['call.ended', 'summary.ready', 'call.updated', 'call.deleted'] as const) {
      const [few, many] = [await receive(topic, ...calls(0, 11)), await receive(topic, ...calls(11, 111))];
      expect([topic, many]).toEqual([topic, few]);
    }
  });

  it('remembers a deleted call as long as messages, and no longer', async () => {
    const { forget, workspaceId } = world();
    await forget('call_old');
    await forget('call_new');
    await database.dataSource.query(
      `UPDATE deleted_calls SET deleted_at = deleted_at - interval '14 days' WHERE workspace_id = $1 AND call_id = 'call_old'`,
      [workspaceId],
    );
    expect(await app.get(Pruner).runOnce()).toMatchObject({ 'deleted calls': 1 });
    const kept = await database.dataSource.query('SELECT call_id FROM deleted_calls WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(kept).toEqual([{ call_id: 'call_new' }]);
  });

  it('does not come of a call without an email address', async () => {
    const { receive, contacts } = world();
    await receive('call.ended', { email: null });
    expect(await contacts()).toEqual([]);
  });

  it('keeps the address out of events and stream ids', async () => {
    const { receive, workspaceId } = world();
    await receive('call.ended');
    const [counted] = await database.dataSource.query<{ rows: number }[]>(
      `SELECT count(*)::int AS rows FROM events WHERE workspace_id = $1 AND (data::text || stream_id || metadata::text) ILIKE '%marcus%'`,
      [workspaceId],
    );
    expect(counted).toEqual({ rows: 0 });
  });
});

describe('HTTP', () => {
  it('pages newest first without repeating or skipping', async () => {
    const { receive, get } = world();
    for (let index = 0; index < 5; index += 1) {
      await receive('call.ended', { email: `p${index}@x.example`, callId: `call_${index}` });
    }
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: ListAnswer = (await get<ListAnswer>(`/v1/contacts?limit=2&cursor=${next}`)).body;
      seen.push(...page.data.map(({ email }) => email));
      next = page.next_cursor;
    }
    expect(seen).toEqual(['p4', 'p3', 'p2', 'p1', 'p0'].map((name) => `${name}@x.example`));
  });

  it('finds an address in any case', async () => {
    const { receive, get } = world();
    await receive('call.ended', { email: 'Ada@X.example' });
    expect((await get<ListAnswer>('/v1/contacts?email=ADA@x.EXAMPLE')).body.data).toHaveLength(1);
    expect((await get<ListAnswer>('/v1/contacts?email=ada@y.example')).body.data).toEqual([]);
  });

  it('gives one 404 for unknown, malformed and foreign ids', async () => {
    const [mine, theirs] = [world(), world()];
    await mine.receive('call.ended');
    const { id } = await mine.onlyContact();
    for (const path of [id, 'con_unknown', '%F0%9F%92%A9', 'x'.repeat(200)]) {
      const { status, body } = await theirs.get<{ error: { code: string; message: string } }>(`/v1/contacts/${path}`);
      expect([status, body.error.code, body.error.message]).toEqual([404, 'not_found', 'There is no such resource.']);
    }
  });

  it.each(['limit=0', 'limit=101', 'cursor=forged', 'colour=red', 'email=a&email=b'])('refuses ?%s', async (query) => {
    expect((await world().get(`/v1/contacts?${query}`)).status).toBe(400);
  });

  it('forgets no call for a key that may only read', async () => {
    const headers = { 'x-internal-token': await tokenFor('wsp_1') };
    expect((await app.inject({ method: 'DELETE', url: '/internal/calls/call_1', headers })).statusCode).toBe(403);
  });

  it('refuses a request without the token for contacts', async () => {
    expect((await app.inject({ url: '/v1/contacts' })).statusCode).toBe(401);
    const foreign = await tokenFor('wsp_1', 'webhooks');
    expect((await app.inject({ url: '/v1/contacts', headers: { 'x-internal-token': foreign } })).statusCode).toBe(401);
  });
});

interface ListAnswer {
  readonly data: readonly Contact[];
  readonly next_cursor: string | null;
}

interface Changes {
  readonly callId?: string;
  readonly email?: string | null;
  readonly createdAt?: string;
  /** The outcome that a client gave, or took back. */
  readonly provided?: Outcome | null;
}

type ConsumedTopic = TopicName & ('call.ended' | 'summary.ready' | 'call.updated' | 'call.deleted');

/** A separate workspace, the messages that reach it, and what its clients see. */
function world() {
  const workspaceId = `wsp_${randomUUID()}`;
  const get = async <Body>(url: string) => {
    const headers = { 'x-internal-token': await tokenFor(workspaceId, 'contacts') };
    const answer = await app.inject({ url, headers });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  const contacts = async () => {
    const { data } = (await get<ListAnswer>('/v1/contacts')).body;
    return Promise.all(data.map(async ({ id }) => (await get<ContactDetail>(`/v1/contacts/${id}`)).body));
  };
  return {
    workspaceId,
    get,
    contacts,
    /** As the gateway reports a deletion. */
    forget: async (callId: string): Promise<number> => {
      const headers = { 'x-internal-token': await tokenFor(workspaceId, 'contacts', 'read-write') };
      return (await app.inject({ method: 'DELETE', url: `/internal/calls/${callId}`, headers })).statusCode;
    },
    /** One message, or several in one batch. Answers how many statements its handler needed. */
    receive: (topic: ConsumedTopic, changes: Changes = {}, ...others: readonly Changes[]) =>
      receive(workspaceId, topic, changes, ...others),
    async onlyContact(): Promise<ContactDetail> {
      const all = await contacts();
      expect(all).toHaveLength(1);
      return all[0] as ContactDetail;
    },
  };
}

const consumers = {
  'call.ended': OnCallEnded,
  'summary.ready': OnSummaryReady,
  'call.updated': OnCallUpdated,
  'call.deleted': OnCallDeleted,
} as const;

/** The example of the topic with these changes, handed over as the transport does: in one transaction, repeated on conflicts. */
async function receive(workspaceId: string, topic: ConsumedTopic, ...changes: readonly Changes[]): Promise<number> {
  const data = changes.map((one) => changed(topic, one));
  const messages = messagesOf(workspaceId, topic, changes.length);
  const consumer = app.get<{ handle: (data: unknown, context: BatchContext) => Promise<void> }>(consumers[topic]);
  return inTransaction(
    app.get<DataSource>(WORKER_DATA_SOURCE),
    async (tx) => {
      const statements = countStatements(tx);
      await consumer.handle(data, { tx, messages, ignore: () => undefined });
      return statements();
    },
    { attempts: Infinity },
  );
}

function messagesOf(workspaceId: string, topic: TopicName, count: number): ReceivedMessage[] {
  const envelope = { topic, key: 'call', workspaceId, source: '/test', subject: 'call', schemaVersion: 1 };
  return Array.from({ length: count }, () => ({ ...envelope, id: randomUUID() }) as unknown as ReceivedMessage);
}

function changed(topic: ConsumedTopic, { callId, email, createdAt, provided }: Changes): EventData<ConsumedTopic> {
  const data = structuredClone(eventExamples[topic]);
  if (email !== undefined) data.prospect.email = email;
  if ('call_id' in data) data.call_id = callId ?? data.call_id;
  else Object.assign(data.call, { id: callId ?? data.call.id, created_at: createdAt ?? data.call.created_at });
  if (provided !== undefined) {
    const outcome = provided === null ? {} : { outcome: provided, outcome_source: 'provided' };
    if ('call' in data) Object.assign(data.call, outcome);
    Object.assign(data, outcome, { outcome_provided: provided });
  }
  return data;
}
