import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallDetail, CallSummary, Contact } from '@ci/contracts';
import { copyDatabase, postgresClient, startEmbeddedPostgres, until, useUpTransactionIds } from '@ci/testing';
import {
  createSecrets,
  dropProvisionedDatabase,
  provisionDatabase,
  serviceNames,
  startTestKafka,
  System,
  type ServiceName,
} from '@ci/testing/system';
import { ApiClient } from './api-client.ts';
import { operate } from './operator.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const database = `restore_${randomBytes(4).toString('hex')}`;
const secrets = createSecrets();
const lines: string[] = [];
const undo: (() => Promise<unknown>)[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-intelligence-restore-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
}, 180_000);

/** docs/runbooks/restore.md, step by step. */
describe('a system that is restored from a dump, with another Postgres cluster and an empty Kafka', () => {
  it('goes on where it was: what was waiting is sent, what is recorded joins what was there', async () => {
    const oldCluster = process.env['TEST_DATABASE_URL'] ?? '';
    const newCluster = await anotherCluster();
    await useUpTransactionIds(oldCluster, 5_000);

    // The old system: one call through all services, one that can not be sent any more because Kafka is gone.
    const { system, kafka } = await startSystem(oldCluster, 'old');
    undo.push(() => dropProvisionedDatabase({ adminUrl: oldCluster, database }));
    const client = await newClient(system);
    await recordedAndSummarised(client, 'first');
    await until(async () => (await contactOf(client))?.call_count === 1);
    await kafka.stop();
    const waiting = await record(client, 'waiting');
    await system.stop();

    // Roles first, for they are the cluster's; then the dump.
    await provisionDatabase({ adminUrl: newCluster, database, create: true, passwords: secrets.databasePasswords });
    const [from, to] = [inDatabase(oldCluster), inDatabase(newCluster)];
    await copyDatabase({ client: await postgresClient(), from, to, file: join(folder, 'system.dump') });
    const printed = await Promise.all(serviceNames.map((service) => rebase(service, system, newCluster)));
    for (const [index, service] of serviceNames.entries()) {
      // No endpoint was registered: that store is empty.
      const expected = service === 'webhooks' ? 'nothing to rebase' : 'rebased [0-9]+ events of';
      expect(printed[index]).toMatch(new RegExp(`^${service}: ${expected}`));
    }

    const restored = await startSystem(newCluster, 'new');
    const again = new ApiClient(restored.system.baseUrl, client.key, client.keyId, client.workspaceId);
    await again.get<CallSummary>(`/calls/${waiting.id}/summary`, { prefer: 'wait=30' });
    await recordedAndSummarised(again, 'last');
    const contact = await until(
      async () => {
        const now = await contactOf(again);
        return now?.call_count === 3 && now;
      },
      { describe: 'the contact has three calls' },
    );
    expect(contact.name).toBe('Noor Haddad');
    expect((await again.get<{ data: CallDetail[] }>('/calls')).data).toHaveLength(3);
  }, 480_000);
});

async function anotherCluster(): Promise<string> {
  const settings = { fsync: 'off', full_page_writes: 'off' };
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), log: () => undefined, settings });
  undo.push(cluster.stop);
  return cluster.url;
}

async function startSystem(adminDatabaseUrl: string, name: string) {
  const kafka = await startTestKafka(join(folder, `kafka-${name}`));
  undo.push(() => kafka.stop());
  const system = await System.start({
    root,
    adminDatabaseUrl,
    database,
    createDatabase: true,
    brokers: kafka.brokers,
    secrets,
    environmentDir: join(folder, `env-${name}`),
    webhookCaFile: '',
    webhookAllowedAddresses: '',
    rateLimits: 'off',
    logLevel: 'info',
    ports: 'any',
    // As in other systems of tests: it waits for summaries, on machines that others keep busy.
    overrides: { summarization: { ANALYSIS_PRIORITY: '0' } },
    onStep: () => undefined,
    onLine: (service, line) => void lines.push(`${service} ${line}`),
    onUnexpectedExit: () => true,
  }).catch((error: unknown) => {
    throw new Error(`the ${name} system did not start:\n${lines.slice(-30).join('\n')}`, { cause: error });
  });
  undo.push(() => system.stop());
  return { system, kafka };
}

/** The operators' command, with the service's own variables pointed at the new cluster. */
async function rebase(service: ServiceName, system: System, cluster: string): Promise<string> {
  const { host } = new URL(cluster);
  const changes: Record<string, string> = {};
  for (const name of ['WORKER_DATABASE_URL', 'MIGRATION_DATABASE_URL']) {
    const url = new URL(system.environments[service][name] ?? '');
    url.host = host;
    changes[name] = url.href;
  }
  const { code, stdout, stderr } = await operate(system, service, ['rebase-positions'], changes);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

function inDatabase(cluster: string): string {
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  return url.href;
}

async function newClient(system: System): Promise<ApiClient> {
  const { key, id, workspaceId } = await system.createKey('harbor', { name: 'restore' });
  return new ApiClient(system.baseUrl, key, id, workspaceId);
}

const record = (client: ApiClient, externalId: string) =>
  client.post<CallDetail>('/calls', {
    rep_id: 'user_ines',
    prospect: { email: 'noor@harbor-foods.example', name: 'Noor Haddad', company: 'Harbor Foods' },
    external_id: externalId,
    started_at: '2026-11-18T15:00:00Z',
    transcript: [
      { speaker: 'rep', start_ms: 0, end_ms: 4_000, text: `Hello Noor, this is about the ${externalId} delivery.` },
      { speaker: 'prospect', start_ms: 4_200, end_ms: 9_000, text: 'The price is too high for us.' },
      { speaker: 'rep', start_ms: 9_200, end_ms: 14_000, text: 'I will send you a new offer by Friday.' },
    ],
  });

async function recordedAndSummarised(client: ApiClient, externalId: string): Promise<void> {
  const { id } = await record(client, externalId);
  await client.get<CallSummary>(`/calls/${id}/summary`, { prefer: 'wait=30' });
}

async function contactOf(client: ApiClient): Promise<Contact | undefined> {
  return (await client.get<{ data: Contact[] }>('/contacts')).data[0];
}
