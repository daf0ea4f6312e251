import { testDatabase, until, type TestDatabase } from '@ci/testing';
import { entities, migrations } from '../src/database/schema.ts';
import { RecordingService } from './recording-service.ts';
import { startGateway, type RunningGateway } from './running-gateway.ts';

const service = new RecordingService();
let database: TestDatabase;
let gateway: RunningGateway;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations });
  service.answer = () => ({ paths: { '/v1/contacts': { get: { operationId: 'listContacts' } } } });
  await service.listen();
  gateway = await startGateway({ databaseUrl: database.url, services: { contacts: service.url } });
});

afterAll(async () => {
  await gateway.app.close();
  await service.close().catch(() => undefined);
  await database.drop();
});

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
}

it('shows what the services that are there describe, without a key', async () => {
  const document = await until(async () => {
    const answer = await gateway.request('GET', '/v1/openapi.json');
    const shown = (await answer.json()) as Document;
    return Object.keys(shown.paths).length > 0 ? shown : undefined;
  });
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: { '/contacts': { get: { operationId: 'listContacts' } } },
  });
  expect(Object.keys(document.webhooks)).toContain('summary.ready');
  expect(service.last).toMatchObject({ method: 'GET', url: '/internal/openapi.json' });
  expect(service.last.headers).not.toHaveProperty('x-internal-token');
});

it('answers 304 to who has it', async () => {
  const { headers } = await gateway.request('GET', '/v1/openapi.json');
  const again = await gateway.request('GET', '/v1/openapi.json', {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});
