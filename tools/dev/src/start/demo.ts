import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { CallSummary, ActionItem, CallDetail, Contact } from '@ci/contracts';
import { httpsReceiver, issueCertificate, until } from '@ci/testing';
import type { System } from '@ci/testing/system';
import { Webhook } from 'standardwebhooks';
import { paths } from './paths.ts';
import { sampleCall } from './sample-call.ts';

export interface DemoKey {
  readonly id: string;
  readonly key: string;
  readonly workspace: string;
}

/** Whether the demo workspace was made by an earlier start. */
export function demoExists(): boolean {
  return existsSync(paths.demo);
}

/** Makes the workspace "demo", or finds it where an earlier start has made it, with the same commands an operator uses. */
export async function makeDemoWorkspace(system: System): Promise<void> {
  const listed = JSON.parse(await system.operate(['workspaces', 'list', '--json'])) as readonly Workspace[];
  if (listed.some(({ slug }) => slug === 'demo')) return;
  // Before there were slugs it was made without one.
  const earlier = demoExists() ? (JSON.parse(readFileSync(paths.demo, 'utf8')) as { workspace: string }).workspace : '';
  const isThere = listed.some(({ id }) => id === earlier);
  await system.operate(['workspaces', ...(isThere ? ['set', earlier, '--slug', 'demo'] : ['create', 'demo'])]);
}

interface Workspace {
  readonly id: string;
  readonly slug: string | null;
}

/** Makes a read-write key for the workspace "demo". */
export async function createDemoKey(system: System, name: string): Promise<DemoKey> {
  const printed = await system.operate([
    'keys',
    'create',
    '--workspace',
    'demo',
    '--name',
    name,
    '--scope',
    'read-write',
    '--json',
  ]);
  const key = JSON.parse(printed) as DemoKey;
  if (!demoExists()) writeFileSync(paths.demo, JSON.stringify({ workspace: key.workspace }, null, 2) + '\n');
  return key;
}

/** A link to set up the console with, as long as the demo workspace has no owner. */
export async function setUpLink(system: System): Promise<string | undefined> {
  const printed = await system.operate([
    'members',
    'invite',
    '--workspace',
    'demo',
    '--role',
    'owner',
    '--first',
    '--json',
  ]);
  return printed === '' ? undefined : (JSON.parse(printed) as { link: string }).link;
}

export async function deleteKey(system: System, id: string): Promise<void> {
  await system.operate(['keys', 'delete', id, '--yes']);
}

/** Records a sample call through the public API and reports what happens to it, as it happens. Gives the call's id. */
export async function recordSampleCall(system: System, key: string, tell: (text: string) => void): Promise<string> {
  const api = apiOf(system.baseUrl, key);
  const receiver = await httpsReceiver(await localCertificate());
  try {
    const webhook = await api<{ id: string; secret: string }>('POST', '/webhooks', {
      url: `${receiver.url}/hooks`,
      events: ['call.ended', 'summary.ready'],
      description: 'Local receiver of npm start',
    });
    const call = await api<CallDetail>('POST', '/calls', sampleCall(new Date()));
    tell(`call recorded: ${call.id}, ${call.duration_seconds} s, ${call.transcript.length} segments`);

    const summary = await summaryOf(api, call.id);
    tell(`summary ready: coaching score ${summary.coaching_score}\n${indented(summary.overview)}`);
    const { data: items } = await api<{ data: ActionItem[] }>('GET', `/calls/${call.id}/action-items`);
    tell(`action items: ${items.length}\n${items.map((item) => indented(describeItem(item))).join('\n')}`);

    const contact = await until(
      async () =>
        (await api<{ data: Contact[] }>('GET', `/contacts?email=${encodeURIComponent(call.prospect_email ?? '')}`))
          .data[0],
      { describe: 'the contact is there' },
    );
    tell(`contact: ${contact.name} <${contact.email}>, ${contact.company}, calls: ${contact.call_count}`);

    for (const type of ['call.ended', 'summary.ready']) {
      const delivery = await receiver.waitFor(({ body }) => body.includes(`"type":"${type}"`), 90_000);
      new Webhook(webhook.secret).verify(delivery.body, delivery.headers as Record<string, string>);
      tell(`webhook delivered: ${type}, webhook-id ${String(delivery.headers['webhook-id'])}, signature verified`);
    }
    await api('DELETE', `/webhooks/${webhook.id}`);
    return call.id;
  } finally {
    await receiver.close();
  }
}

/** A busy machine may take longer for a summary than one request may wait. */
export function summaryOf(api: Api, callId: string): Promise<CallSummary> {
  return until(() => api<CallSummary>('GET', `/calls/${callId}/summary`, undefined, { prefer: 'wait=30' }), {
    timeoutMs: 180_000,
    intervalMs: 500,
    describe: 'the summary of the sample call',
  });
}

/** Three lines to try, ready to paste. */
export function curlLines(baseUrl: string, key: string, callId: string): readonly string[] {
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  return [
    `curl ${baseUrl}/calls ${authorization}`,
    `curl ${baseUrl}/calls/${callId}/summary ${authorization}`,
    `curl ${baseUrl}/contacts ${authorization}`,
  ];
}

type Api = <Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

function apiOf(baseUrl: string, key: string): Api {
  return async <Answer>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
}

async function localCertificate() {
  const ca = {
    certPem: readFileSync(paths.certificateAuthority.cert, 'utf8'),
    keyPem: readFileSync(paths.certificateAuthority.key, 'utf8'),
  };
  const { certPem, keyPem } = await issueCertificate(ca, { hosts: ['127.0.0.1', 'localhost'] });
  return { cert: certPem, key: keyPem };
}

const describeItem = (item: ActionItem) =>
  `${item.owner}: ${item.description}${item.due_date === null ? '' : ` (due ${item.due_date})`}`;

const indented = (text: string) => `    ${text}`;
