import { eventExamples, type CreateCall } from '@ci/contracts';
import { until } from '@ci/testing';

/** Ids of what a workspace holds, by what they are ids of. */
export type KnownIds = Readonly<
  Record<'calls' | 'action-items' | 'contacts' | 'webhooks' | 'deliveries' | 'recoveries', string[]>
>;

export interface WorkspaceAccess {
  readonly baseUrl: string;
  readonly key: string;
}

/** Fills a workspace with what a customer has after some days, and gives the ids of it all once every call is analysed. */
export async function createSampleData(access: WorkspaceAccess, receiverUrl: string): Promise<KnownIds> {
  await Promise.all(
    ['/crm', '/archive', '/chat'].map((path) =>
      ask(access, 'POST', '/webhooks', { url: receiverUrl + path, events: ['call.ended', 'summary.ready'] }),
    ),
  );
  for (let number = 0; number < CALLS; number += 1) await ask(access, 'POST', '/calls', sampleCall(number));
  const ids = await until(
    async () => {
      const calls = await list<{ analysis_status: string }>(access, '/calls');
      const webhooks = await list(access, '/webhooks');
      const logs = await Promise.all(webhooks.map(({ id }) => list(access, `/webhooks/${id}/deliveries`)));
      const contacts = await list(access, '/contacts');
      const complete =
        calls.every(({ analysis_status: status }) => status !== 'pending') &&
        contacts.length === PROSPECTS &&
        logs.every((log) => log.length >= CALLS);
      return (
        complete && {
          calls: idsOf(calls),
          'action-items': idsOf(await list(access, '/action-items')),
          contacts: idsOf(contacts),
          webhooks: idsOf(webhooks),
          deliveries: logs.flatMap(idsOf),
        }
      );
    },
    { timeoutMs: 120_000, intervalMs: 250, describe: 'every call is analysed and its webhooks are sent' },
  );
  return { ...ids, recoveries: await recover(access, ids.webhooks) };
}

/** As after an outage of the receiver. */
async function recover(access: WorkspaceAccess, webhooks: readonly string[]): Promise<string[]> {
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const begun = webhooks.map((id) => ask<{ id: string }>(access, 'POST', `/webhooks/${id}/recover`, { since }));
  return idsOf(await Promise.all(begun));
}

const CALLS = 30;
const PROSPECTS = 10;

function sampleCall(number: number): CreateCall {
  const { call, rep, segments } = eventExamples['call.transcribed'];
  return {
    rep_id: `${call.rep_id}_${number % 3}`,
    rep,
    started_at: new Date(Date.UTC(2026, 10, 1) + number * 3_600_000).toISOString(),
    prospect: {
      email: `marcus${number % PROSPECTS}@acme-logistics.example`,
      name: 'Marcus Webb',
      company: 'Acme Logistics',
    },
    title: `${call.title ?? 'A call'}, ${number}`,
    external_id: `zoom-${number}`,
    source: 'zoom',
    transcript: segments.map((segment) => ({ ...segment })),
  };
}

type Item<Fields> = Fields & { readonly id: string };

async function list<Fields = unknown>(access: WorkspaceAccess, path: string): Promise<Item<Fields>[]> {
  const page = path === '/webhooks' ? path : `${path}?limit=100`;
  return (await ask<{ data: Item<Fields>[] }>(access, 'GET', page)).data;
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

async function ask<Body>(
  { baseUrl, key }: WorkspaceAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Body;
}
