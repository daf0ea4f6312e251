import { testDatabase, until, type TestDatabase } from '@ci/testing';
import { entities, migrations } from '../src/database/schema.ts';
import { RecordingService } from './recording-service.ts';
import { startGateway, type RunningGateway, testAccess } from './running-gateway.ts';

const service = new RecordingService();
const later = new RecordingService();
let portOfLater: number;
let database: TestDatabase;
let gateway: RunningGateway;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  service.answer = () => ({ paths: { '/v1/contacts': { get: { operationId: 'listContacts' } } } });
  await service.listen();
  const reserved = new RecordingService();
  await reserved.listen();
  portOfLater = reserved.port;
  await reserved.close();
  gateway = await startGateway({
    databases: database.urls,
    services: { contacts: service.url, webhooks: `http://127.0.0.1:${portOfLater}` },
  });
});

afterAll(async () => {
  await gateway.app.close();
  for (const one of [service, later]) await one.close().catch(() => undefined);
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

it('keeps what a service said while that is away, and adds who comes', async () => {
  await service.close();
  later.answer = () => ({ paths: { '/v1/webhooks': { get: { operationId: 'listWebhooks' } } } });
  await later.listen(portOfLater);
  const paths = await until(async () => {
    const shown = Object.keys(((await (await gateway.request('GET', '/v1/openapi.json')).json()) as Document).paths);
    return shown.includes('/webhooks') ? shown : undefined;
  });
  expect(paths).toEqual(['/contacts', '/webhooks']);
});
