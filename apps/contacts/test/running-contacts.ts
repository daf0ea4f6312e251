import 'reflect-metadata';
import type { ContactDetail } from '@ci/contracts';
import { parseKeyRing, type KeyRing } from '@ci/config';
import { grantSchemaAccess } from '@ci/database';
import { createLogger } from '@ci/observability';
import { signInternalToken, type Caller } from '@ci/security';
import { recordStart, testDatabase, type TestDatabase } from '@ci/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readConfig } from '../src/config.ts';
import { access } from '../src/database/access.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { service } from '../src/service.ts';

const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

export interface RunningContacts {
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  /** What clients of a workspace see, newest first. */
  contactsOf(workspaceId: string): Promise<ContactDetail[]>;
  stop(): Promise<void>;
}

/** The service on a separate database; without brokers it publishes nothing, and its outbox can be looked at. */
export async function startContacts({ brokers = '127.0.0.1:1' } = {}): Promise<RunningContacts> {
  const database = await testDatabase({
    schema: 'contacts',
    entities,
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.urls.requests,
    WORKER_DATABASE_URL: database.urls.worker,
    KAFKA_BROKERS: brokers,
    INTERNAL_TOKEN_KEYS: key,
    CURSOR_KEYS: key,
    CONTACT_IDENTITY_KEYS: key,
    LOG_LEVEL: 'silent',
  });
  const logger = createLogger({ service: 'contacts', level: 'silent' });
  const app = await recordStart('contacts (in process)', () =>
    service.create({ config, logger, stopOnSignals: false }),
  );
  const get = async <Body>(workspaceId: string, url: string): Promise<Body> => {
    const answer = await app.inject({ url, headers: { 'x-internal-token': await tokenFor(workspaceId) } });
    return answer.json<Body>();
  };
  return {
    app,
    database,
    contactsOf: async (workspaceId) => {
      const { data } = await get<{ data: { id: string }[] }>(workspaceId, '/v1/contacts?limit=100');
      return Promise.all(data.map(({ id }) => get<ContactDetail>(workspaceId, `/v1/contacts/${id}`)));
    },
    stop: async () => {
      await app.close();
      await database.drop();
    },
  };
}

/** As the gateway signs for a caller of this workspace. */
export function tokenFor(
  workspaceId: string,
  audience = 'contacts',
  scope: Caller['scope'] = 'read-only',
  member?: Caller['member'],
): Promise<string> {
  const workspace = { id: workspaceId, timezone: 'UTC', domains: [] };
  const caller = { workspace, actor: 'key_1', scope, ...(member === undefined ? {} : { member }) };
  const keys = parseKeyRing(key) as KeyRing;
  return signInternalToken(caller, { audience, keys, now: new Date(), ttlSeconds: 60 });
}
