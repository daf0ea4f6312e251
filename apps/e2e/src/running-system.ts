import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpsReceiver, issueCertificate, type Certificate, type HttpsReceiver, type TcpProxy } from '@ci/testing';
import {
  dropProvisionedDatabase,
  serviceNames,
  startTemporarySystem,
  startTestKafka,
  type Address,
  type ServiceName,
  type System,
} from '@ci/testing/system';
import { ApiClient } from './api-client.ts';

/** The whole system for one test file: the built services as processes, a database and a broker of its own. */
export interface RunningSystem {
  readonly system: System;
  readonly brokers: string;
  /** A new read-write (or read-only) key of the named workspace, made as an operator makes it. */
  client(workspace: string, scope?: 'read-write' | 'read-only'): Promise<ApiClient>;
  /** A local HTTPS receiver whose certificate the webhooks service trusts. */
  receiver(): Promise<HttpsReceiver>;
  /** What the services have logged so far. */
  logs(service?: ServiceName): readonly string[];
  stop(): Promise<void>;
}

export interface RunningSystemOptions {
  readonly rateLimits?: 'on' | 'off';
  /** Default: info. */
  readonly logLevel?: 'info' | 'debug';
  /** Besides, for every service. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly overrides?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** What the services reach their database and, to begin with, their broker through. */
  readonly links?: { readonly database: TcpProxy; readonly kafka: TcpProxy };
}

export async function startRunningSystem({
  links,
  environment,
  overrides,
  ...options
}: RunningSystemOptions = {}): Promise<RunningSystem> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (adminUrl === undefined) throw new Error('TEST_DATABASE_URL is not set: run these tests with npm test');
  const folder = await mkdtemp(join(tmpdir(), 'call-intelligence-e2e-'));
  const database = `e2e_${randomBytes(4).toString('hex')}`;
  const kafka = await startTestKafka(join(folder, 'kafka'));

  const lines: { readonly service: ServiceName; readonly line: string }[] = [];
  const receivers: HttpsReceiver[] = [];
  links?.database.leadTo(Number(new URL(adminUrl).port));
  links?.kafka.leadTo(Number(kafka.brokers.split(':')[1]));
  const { system, authority } = await startTemporarySystem({
    folder,
    adminDatabaseUrl: adminUrl,
    database,
    brokers: links ? `127.0.0.1:${links.kafka.port}` : kafka.brokers,
    ...(links ? { databaseAddresses: everyServiceAt({ host: '127.0.0.1', port: links.database.port }) } : {}),
    ...options,
    overrides: withEach(environment, overrides),
    onStep: () => undefined,
    onLine: (service, line) => void lines.push({ service, line }),
    onUnexpectedExit: () => true,
  }).catch(async (error: unknown) => {
    await kafka.stop();
    throw new Error(
      `The system did not start. Its last lines:\n${lines
        .slice(-30)
        .map(({ line }) => line)
        .join('\n')}`,
      {
        cause: error,
      },
    );
  });

  return {
    system,
    brokers: kafka.brokers,
    async client(workspace, scope = 'read-write') {
      const { key, id, workspaceId } = await system.createKey(workspace, { name: `${workspace} ${scope}`, scope });
      return new ApiClient(system.baseUrl, key, id, workspaceId);
    },
    async receiver() {
      const receiver = await httpsReceiver(await leafOf(authority));
      receivers.push(receiver);
      return receiver;
    },
    logs: (service) =>
      lines.filter((entry) => service === undefined || entry.service === service).map(({ line }) => line),
    async stop() {
      await system.stop();
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await kafka.stop();
      await dropProvisionedDatabase({ adminUrl, database });
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function withEach(
  environment: RunningSystemOptions['environment'],
  overrides: RunningSystemOptions['overrides'] = {},
): NonNullable<RunningSystemOptions['overrides']> {
  return Object.fromEntries(serviceNames.map((service) => [service, { ...environment, ...overrides[service] }]));
}

function everyServiceAt(address: Address): Record<ServiceName, Address> {
  return Object.fromEntries(serviceNames.map((service) => [service, address])) as Record<ServiceName, Address>;
}

async function leafOf(authority: Certificate) {
  const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['127.0.0.1', 'localhost'] });
  return { cert: certPem, key: keyPem };
}

/** A transcript fixture of libs/transcripts: a synthetic export of a meeting tool. */
export function transcriptFixture(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../libs/transcripts/fixtures/${name}`, import.meta.url));
}
