import { readFile } from 'node:fs/promises';
import { httpsReceiver, issueCertificate, type Certificate, type HttpsReceiver, type TcpProxy } from '@ci/testing';
import {
  serviceNames,
  startOrdinarySystem,
  type Address,
  type OrdinarySystem,
  type OrdinarySystemOptions,
  type ServiceName,
  type System,
} from '@ci/testing/system';
import { ApiClient } from './api-client.ts';

/** The whole system for one test file: the built services as processes, its own database and its own broker. */
export interface RunningSystem {
  readonly system: System;
  readonly brokers: string;
  /** Signs the certificates that the webhooks service trusts. */
  readonly authority: Certificate;
  /** A new read-write (or read-only) key of the named workspace, made as an operator makes it. */
  client(workspace: string, scope?: 'read-write' | 'read-only'): Promise<ApiClient>;
  /** A local HTTPS receiver whose certificate the webhooks service trusts. */
  receiver(): Promise<HttpsReceiver>;
  /** What the services have logged so far, since the file has them. */
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
  links?.database.leadTo(Number(new URL(process.env['TEST_DATABASE_URL'] ?? '').port));
  const throughLinks: OrdinarySystemOptions = links
    ? {
        kafkaProxy: links.kafka,
        databaseAddresses: everyServiceAt({ host: '127.0.0.1', port: links.database.port }),
      }
    : {};
  const started = await startOrdinarySystem({
    ...throughLinks,
    ...options,
    overrides: withEach(environment, overrides),
  });
  return runningSystem(started, 0, () => started.stop());
}

/** A started system, as a test file uses it; it is shown what is logged from the given line on. */
export function runningSystem(
  { system, brokers, authority, lines }: OrdinarySystem,
  firstLine: number,
  stop: () => Promise<void>,
): RunningSystem {
  const receivers: HttpsReceiver[] = [];
  return {
    system,
    brokers,
    authority,
    async client(workspace, scope = 'read-write') {
      const made = await system.createKey(workspace, { name: `${workspace} ${scope}`, scope });
      return new ApiClient(system.baseUrl, made.key, made.id, made.workspaceId);
    },
    async receiver() {
      const receiver = await httpsReceiver(await leafOf(authority));
      receivers.push(receiver);
      return receiver;
    },
    logs: (service) =>
      lines
        .slice(firstLine)
        .filter((entry) => service === undefined || entry.service === service)
        .map(({ line }) => line),
    async stop() {
      await stop();
      await Promise.all(receivers.map((receiver) => receiver.close()));
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
