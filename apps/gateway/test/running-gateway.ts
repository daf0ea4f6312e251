import type { AddressInfo } from 'node:net';
import { grantSchemaAccess } from '@ci/database';
import { createLogger, Metrics } from '@ci/observability';
import { recordStart, until, type TestDatabaseOptions } from '@ci/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { KeyScope } from '../src/api-key/api-key.events.ts';
import { readConfig } from '../src/config.ts';
import { access } from '../src/database/access.ts';
import { createKey as create, type CreatedKey } from '../src/commands/keys.ts';
import { createWorkspace, findWorkspace } from '../src/commands/workspaces.ts';
import { operatorDatabase } from '../src/operate/operator.ts';
import { serviceNames, type ServiceName } from '../src/service-names.ts';
import { service } from '../src/service.ts';
import type { WorkspaceRow } from '../src/workspace-rows/workspace.entity.ts';
import { tokenKeyText } from './key-ring.ts';

/** One instance of the gateway on a real port. */
export interface RunningGateway {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly port: number;
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

export interface RequestOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

export interface GatewayOptions {
  /** Of both roles. */
  readonly databases: { readonly requests: string; readonly worker: string };
  /** Services that are not named are away. */
  readonly services?: Partial<Record<ServiceName, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Hears the log, line by line. */
  readonly onLine?: (line: string) => void;
  /** By which sessions end. */
  readonly now?: () => Date;
}

export async function startGateway({
  databases,
  services = {},
  environment,
  onLine,
  now,
}: GatewayOptions): Promise<RunningGateway> {
  const ofServices = serviceNames.flatMap((name) => [
    [`${name.toUpperCase()}_URL`, services[name] ?? 'http://127.0.0.1:1'],
    [`INTERNAL_TOKEN_KEYS_${name.toUpperCase()}`, tokenKeyText(name)],
  ]);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databases.requests,
    WORKER_DATABASE_URL: databases.worker,
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(ofServices),
    ...environment,
  });
  const logger = onLine
    ? createLogger({ service: 'gateway', level: 'info' }, { write: onLine })
    : createLogger({ service: 'gateway', level: 'silent' });
  const app = await recordStart('gateway (in process)', () =>
    service.create({ config, logger, stopOnSignals: false, overrides: now === undefined ? {} : { now } }),
  );
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    port,
    async request(method, path, { key, headers, body } = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      });
      // Read to its end: a connection with an unread answer would hold up the end of the instance.
      const content = await answer.arrayBuffer();
      return new Response(content.byteLength === 0 ? null : content, answer);
    },
  };
}

/** The first response that reports a budget. While the database takes too long to give one, requests are allowed, and none is reported. */
export function counted(ask: () => Promise<Response>): Promise<Response> {
  return until(async () => {
    const answer = await ask();
    return answer.headers.has('ratelimit') && answer;
  });
}

/** How many requests an instance has allowed without counting them. */
export const uncountedBy = async ({ app }: RunningGateway): Promise<number> =>
  (await app.get(Metrics).valueOf('ci_uncounted_requests_total')) ?? 0;

/** The statuses of the requests that were counted, up to the first that is refused. */
export async function untilRefused(gateway: RunningGateway, ask: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  await until(
    async () => {
      const before = await uncountedBy(gateway);
      const { status } = await ask();
      if ((await uncountedBy(gateway)) === before) statuses.push(status);
      return status === 429;
    },
    { intervalMs: 1, describe: 'a request is refused' },
  );
  return statuses;
}

/** For `testDatabase`: the roles of the service. */
export const testAccess: NonNullable<TestDatabaseOptions['access']> = (dataSource, schema, roles) =>
  grantSchemaAccess(dataSource, schema, roles, access);

/** A key as an operator makes it. */
export async function createKey(
  dataSource: DataSource,
  workspace: string,
  scope: KeyScope = 'read-write',
): Promise<CreatedKey> {
  const { id } = await workspaceOf(dataSource, workspace);
  return create(operatorDatabase(dataSource), id, { name: 'test', scope });
}

/** The workspace of this slug, made by the first caller. */
export async function workspaceOf(dataSource: DataSource, slug: string): Promise<WorkspaceRow> {
  const find = () => findWorkspace(dataSource.manager, slug);
  return find()
    .catch(() => createWorkspace(operatorDatabase(dataSource), { slug, name: slug, timezone: 'UTC', domains: [] }))
    .catch(find);
}

export async function errorCode(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}
