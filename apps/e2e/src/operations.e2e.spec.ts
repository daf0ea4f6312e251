import { randomBytes } from 'node:crypto';
import type {
  ActionItem,
  CallDetail,
  CallSummary,
  Contact,
  ContactDetail,
  CreatedWebhookEndpoint,
} from '@ci/contracts';
import { until, type HttpsReceiver } from '@ci/testing';
import {
  consumerLag,
  innerServices,
  provisionDatabase,
  queryDatabase,
  searchDatabase,
  type InnerService,
  type ServiceName,
} from '@ci/testing/system';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from './api-client.ts';
import { operate } from './operator.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let client: ApiClient;
let receiver: HttpsReceiver;
let endpoint: CreatedWebhookEndpoint;

beforeAll(async () => {
  running = await ordinarySystem();
  client = await running.client('operations');
  receiver = await running.receiver();
  endpoint = await client.post<CreatedWebhookEndpoint>('/webhooks', {
    url: `${receiver.url}/all`,
    events: ['call.ended', 'summary.ready'],
  });
}, 180_000);

afterAll(async () => {
  await client.delete(`/webhooks/${endpoint.id}`);
  await running.system.stopService('webhooks');
  running.system.startService('webhooks');
  await running.system.ready(['webhooks']);
  await running.stop();
}, 120_000);

describe('docs/runbooks/rebuild-and-republish.md on a running system', () => {
  it('rebuilds every read model while calls are recorded and lists are read: no request fails, no row is missing', async () => {
    const traffic = startTraffic();
    await until(() => traffic.recorded.length > 4, { timeoutMs: 60_000, describe: 'traffic' });
    await Promise.all(
      Object.entries(projections).map(async ([service, readModels]) => {
        for (const [projection, tables] of Object.entries(readModels)) {
          const before = traffic.recorded.length;
          const { code, stdout, stderr } = await operate(running.system, service as ServiceName, [
            'rebuild',
            projection,
          ]);
          expect([projection, code, code === 0 ? '' : stderr]).toEqual([projection, 0, '']);
          expect(stdout).toMatch(new RegExp(`^${projection}: rebuilt from [0-9]+ events and put in place\\.`, 'm'));
          expect(stdout.split('\n').filter((line) => line.endsWith('all the same'))).toHaveLength(tables);
          expect(traffic.recorded.length).toBeGreaterThan(before);
        }
      }),
    );
    await traffic.stop();
    expect(traffic.failed).toEqual([]);

    // What was written before, meanwhile and after is there.
    await settled();
    const { recorded } = traffic;
    expect((await allCalls()).map(({ id }) => id).sort()).toEqual([...recorded].sort());
    const contacts = await allContacts();
    expect(contacts.reduce((sum, { call_count }) => sum + call_count, 0)).toBe(recorded.length);
    for (const id of recorded) {
      expect((await client.get<CallSummary>(`/calls/${id}/summary`)).revision).toBe(1);
      expect((await client.get<{ data: ActionItem[] }>(`/calls/${id}/action-items`)).data).toHaveLength(1);
    }
  }, 240_000);

  it('brings a service without data up to date by republish, and nobody else notices', async () => {
    // Two calls that are gone: one of many of a contact, one that was the only one of its contact.
    const [gone, alone] = [await record(0), await record('alone')];
    await client.patch(`/calls/${(await record(1)).id}`, { outcome: 'won', title: 'Signed' });
    await settled();
    for (const { id } of [gone, alone]) await client.delete(`/calls/${id}`);
    await settled();
    const [contacts, others, delivered] = [await contactDetails(), await stateOfOthers(), receiver.requests.length];
    expect(contacts.length).toBeGreaterThan(1);
    expect(delivered).toBeGreaterThan(0);

    await running.system.stopService('contacts');
    const { adminDatabaseUrl: adminUrl, database, secrets } = running.system.options;
    await sql('DROP SCHEMA contacts, contacts_rebuild CASCADE');
    await provisionDatabase({ adminUrl, database, create: false, passwords: secrets.databasePasswords });
    await running.system.migrate('contacts');
    running.system.startService('contacts');
    await running.system.ready(['contacts']);
    expect(await allContacts()).toEqual([]);

    expect(await republishTo('contacts')).toEqual({
      ingestion: expect.stringMatching(
        /^ingestion: sends to contacts again: call.ended [0-9]+, call.updated 1, call.deleted 2$/,
      ),
      summarization: expect.stringMatching(/^summarization: sends to contacts again: summary.ready [0-9]+$/),
      contacts: 'contacts sends nothing of that to contacts',
    });
    await settled();
    expect(await contactDetails()).toEqual(contacts);
    expect((await contactDetails()).flatMap(({ calls }) => calls).map(({ id }) => id)).not.toContain(gone.id);
    expect(await stateOfOthers()).toEqual(others);
    expect(receiver.requests).toHaveLength(delivered);
  }, 180_000);

  it('changes nothing anywhere when everything is sent again to everybody after the inboxes were pruned', async () => {
    const state = async () => [await allContacts(), await contactDetails(), await stateOfOthers(), await events()];
    const [before, delivered] = [await state(), receiver.requests.length];
    for (const service of innerServices) await sql(`DELETE FROM ${service}.inbox`);
    // Only the one that it is for takes it in.
    await republishTo('contacts');
    await settled();
    const inboxes = await Promise.all(innerServices.map(async (service) => countOf(`${service}.inbox`)));
    expect(inboxes.map((rows) => rows > 0)).toEqual(innerServices.map((service) => service === 'contacts'));
    await Promise.all((['ingestion', 'summarization', 'webhooks'] as const).map(republishTo));
    await settled();
    // They did arrive: the inboxes know them again.
    for (const service of innerServices) {
      await until(async () => (await countOf(`${service}.inbox`)) > 0, {
        describe: `${service} has heard of it again`,
      });
    }
    expect(await state()).toEqual(before);
    expect(receiver.requests).toHaveLength(delivered);
  }, 360_000);

  it('keeps deleted calls in an unfinished rebuild until it goes on, and says so', async () => {
    const call = await record('unfinished');
    await settled();
    await until(orderIsFinal, {
      timeoutMs: 40_000,
      describe: 'no older transaction keeps the copy from its last event',
    });
    await sql(`UPDATE contacts.contacts SET call_count = 77 WHERE email = '${emailOf('unfinished')}'`);
    const rebuild = (...args: string[]) => operate(running.system, 'contacts', ['rebuild', ...args]);
    expect(await rebuild('contact-list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('its rows differ'),
    });
    await sql(`UPDATE contacts.contacts SET call_count = 1 WHERE email = '${emailOf('unfinished')}'`);
    await client.delete(`/calls/${call.id}`);
    await settled();
    expect(await tablesWith(emailOf('unfinished'))).toEqual(['contacts_rebuild.contacts']);
    expect((await rebuild('--status')).stderr).toContain('deleted since then');

    expect((await rebuild('contact-list')).stdout).toContain('put in place');
    expect(await tablesWith(emailOf('unfinished'))).toEqual([]);
    expect(await rebuild('--status')).toMatchObject({ stdout: 'No rebuild is unfinished.', stderr: '' });
  }, 120_000);
});

describe('docs/runbooks/encryption-keys.md on a running system', () => {
  it('changes the key: afterwards the old one is gone, and the same secret signs', async () => {
    const old = running.system.environments.webhooks['ENCRYPTION_KEYS'] ?? '';
    const next = `next:${randomBytes(32).toString('base64')}`;
    const restart = async (keys: string) => {
      await running.system.stopService('webhooks');
      running.system.startService('webhooks', { ENCRYPTION_KEYS: keys });
      await running.system.ready(['webhooks']);
    };
    await restart(`${next},${old}`);
    const tooEarly = await operate(running.system, 'webhooks', ['reencrypt'], { ENCRYPTION_KEYS: next });
    expect([tooEarly.code, tooEarly.stderr]).toEqual([
      1,
      expect.stringMatching(/webhook_secrets: 1 secrets need [\w-]+,/),
    ]);
    const both = { ENCRYPTION_KEYS: `${next},${old}` };
    const { code, stdout, stderr } = await operate(running.system, 'webhooks', ['reencrypt'], both);
    expect([code, stdout.split('\n')[0], stderr]).toEqual([0, 'webhook_secrets: 1 secrets encrypted with next', '']);

    await restart(next);
    const before = receiver.requests.length;
    await record('next-key');
    const request = await until(() => receiver.requests[before], { timeoutMs: 60_000, describe: 'a delivery' });
    new Webhook(endpoint.secret).verify(request.body, request.headers as Record<string, string>);
  }, 120_000);
});

/** The read models, and the number of tables of each. */
const projections: Readonly<Record<ServiceName, Readonly<Record<string, number>>>> = {
  gateway: { workspaces: 1, 'api-keys': 1 },
  ingestion: { 'call-list': 1 },
  summarization: { 'call-summary': 1, 'action-items': 1 },
  contacts: { 'contact-list': 2 },
  webhooks: { 'webhook-list': 1 },
};

interface Traffic {
  readonly recorded: readonly string[];
  readonly failed: readonly string[];
  stop(): Promise<void>;
}

/** A client that reads every list, and records a call after every other round, until it is stopped. */
function startTraffic(): Traffic {
  const [recorded, failed]: [string[], string[]] = [[], []];
  let going = true;
  const round = async (number: number): Promise<void> => {
    for (const list of ['contacts', 'calls', 'action-items', 'webhooks']) await client.get(`/${list}`);
    const [contact] = (await client.get<{ data: Contact[] }>('/contacts')).data;
    if (contact !== undefined) await client.get(`/contacts/${contact.id}`);
    if (recorded[0] !== undefined) await client.get(`/calls/${recorded[0]}`);
    if (number % 2 === 0) recorded.push((await record((number / 2) % 4)).id);
  };
  const rounds = async (): Promise<void> => {
    for (let number = 0; going; number += 1)
      await round(number).catch((error: unknown) => void failed.push(String(error)));
  };
  const working = rounds();
  return {
    recorded,
    failed,
    async stop() {
      going = false;
      await working;
    },
  };
}

const emailOf = (prospect: number | string) => `prospect-${prospect}@operations.example`;

const record = (prospect: number | string) =>
  client.post<CallDetail>('/calls', {
    rep_id: 'rep_1',
    started_at: '2026-11-18T09:00:00Z',
    prospect: { email: emailOf(prospect), name: `Prospect ${prospect}`, company: 'Harbor Foods' },
    transcript: [
      { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'Could you send me the offer by Friday?' },
      { speaker: 'rep', start_ms: 4_000, end_ms: 8_000, text: 'Yes, I will send you the offer by Friday.' },
    ],
  });

/** Everything that waits anywhere is processed. */
async function settled(): Promise<void> {
  const waiting = [
    ...innerServices.map((service) => `SELECT FROM ${service}.outbox`),
    'SELECT FROM summarization.analysis_jobs',
    `SELECT FROM webhooks.deliveries WHERE status = 'pending'`,
  ];
  const idle = async (): Promise<boolean> => {
    if ((await countOf(`(${waiting.join(' UNION ALL ')}) AS waiting`)) > 0) return false;
    const lags = await Promise.all(innerServices.map((group) => consumerLag(running.brokers, group)));
    return lags.every((lag) => lag === 0);
  };
  // Twice: what was read last may have led to a message.
  const options = { timeoutMs: 40_000, intervalMs: 100, describe: 'everything is dealt with' };
  await until(async () => (await idle()) && (await idle()), options);
}

/** A transaction anywhere in the server, of another file's database, too, holds back all events that are younger than it. */
async function orderIsFinal(): Promise<boolean> {
  const newest = '(SELECT max(transaction_id) FROM contacts.events)';
  const [row] = await sql<{ final: boolean }>(`SELECT ${newest} < pg_snapshot_xmin(pg_current_snapshot()) AS final`);
  return row?.final === true;
}

async function everyPage<Item>(list: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { data: Item[]; next_cursor: string | null } = await client.get(
      `/${list}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    items.push(...page.data);
    cursor = page.next_cursor;
  }
  return items;
}
const allCalls = () => everyPage<CallDetail>('calls');
const allContacts = () => everyPage<Contact>('contacts');

/** The contacts with their calls. A contact that is registered again has a new id and a new time. */
async function contactDetails(): Promise<Omit<ContactDetail, 'id' | 'created_at'>[]> {
  const details = await Promise.all(
    (await allContacts()).map(async ({ id: path }) => {
      const { id: _id, created_at: _created, ...rest } = await client.get<ContactDetail>(`/contacts/${path}`);
      return rest;
    }),
  );
  return details.sort((one, other) => one.email.localeCompare(other.email));
}

/** Each publishing service sends all that it ever sent again, to one service. What each printed. */
async function republishTo(audience: InnerService): Promise<Record<string, string>> {
  const printed: Record<string, string> = {};
  // The other way round than it happened: summaries come before their calls.
  for (const service of ['summarization', 'contacts', 'ingestion'] as const) {
    const args = ['republish', '--to', audience, '--from', '1970-01-01T00:00:00Z'];
    const { code, stdout, stderr } = await operate(running.system, service, args);
    expect([service, code, code === 0 ? '' : stderr]).toEqual([service, 0, '']);
    printed[service] = stdout;
  }
  return printed;
}

const target = () => ({
  adminUrl: running.system.options.adminDatabaseUrl,
  database: running.system.options.database,
});
const sql = <Row extends object>(statement: string) => queryDatabase<Row>(target(), statement);
const countOf = async (from: string) =>
  Number((await sql<{ count: string }>(`SELECT count(*) AS count FROM ${from}`))[0]?.count);

async function events(): Promise<Record<string, number>> {
  const entries = innerServices.map(async (service) => [service, await countOf(`${service}.events`)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** All that a message could have changed in the services other than contacts, inboxes and all. */
async function stateOfOthers(): Promise<unknown> {
  const { contacts: _contacts, ...eventCounts } = await events();
  const rows = (table: string) =>
    sql<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(string_agg(t::text, '' ORDER BY t::text)) AS digest FROM ${table} AS t`,
    );
  const tables = [
    'ingestion.calls',
    'summarization.analyses',
    'summarization.action_items',
    'webhooks.call_gates',
    'webhooks.webhook_events',
    'webhooks.deliveries',
    'webhooks.delivery_attempts',
    'summarization.analysis_jobs',
    ...innerServices.map((service) => `${service}.parked_messages`),
  ];
  return { eventCounts, rows: await Promise.all(tables.map(async (table) => [table, await rows(table)])) };
}

async function tablesWith(text: string): Promise<string[]> {
  const found = await searchDatabase({ ...target(), texts: [text] });
  return found.map(({ table }) => table).filter((table) => !table.startsWith('pg_'));
}
