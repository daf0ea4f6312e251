import {
  bob,
  helloCall,
  reader,
  startIngestion,
  type Refusal,
  type RunningIngestion,
} from '../../test/running-ingestion.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

describe('a call of another workspace, an unknown and a malformed id', () => {
  it('get one and the same answer, and nothing happens', async () => {
    const call = await ingestion.record(helloCall);
    const bodies = new Set<string>();
    for (const id of [call.id, 'call_unknown', '%25', `call_${'0'.repeat(26)}`, 'x'.repeat(3_000)]) {
      for (const [method, path] of [
        ['GET', `/v1/calls/${id}`],
        ['PATCH', `/v1/calls/${id}`],
        ['DELETE', `/v1/calls/${id}`],
        ['POST', `/v1/calls/${id}/reanalyze`],
        ['PATCH', `/v1/calls/${id}/speakers`],
        ['GET', `/internal/calls/${id}/existence`],
      ] as const) {
        const request = { as: bob, ...(method === 'PATCH' ? { body: { title: 'mine', swap: true } } : {}) };
        const { status, body } = await ingestion.ask<Refusal>(method, path, request);
        expect([method, path, status]).toEqual([method, path, 404]);
        const { request_id: _id, ...error } = body.error;
        bodies.add(JSON.stringify(error));
      }
    }
    expect(bodies.size).toBe(1);
    expect((await ingestion.ask('GET', `/v1/calls/${call.id}`)).body).toEqual(call);
    expect((await ingestion.ask('GET', `/internal/calls/${call.id}/existence`)).status).toBe(204);
  });

  it('a key that only reads changes nothing', async () => {
    const { id } = await ingestion.record(helloCall);
    for (const [method, path] of [
      ['PATCH', `/v1/calls/${id}`],
      ['DELETE', `/v1/calls/${id}`],
      ['POST', `/v1/calls/${id}/reanalyze`],
    ] as const) {
      const request = { as: reader, ...(method === 'PATCH' ? { body: {} } : {}) };
      expect((await ingestion.ask(method, path, request)).status).toBe(403);
    }
    expect((await ingestion.ask('GET', `/v1/calls/${id}`, { as: reader })).status).toBe(200);
  });
});

describe('GET /v1/calls/{id}', () => {
  it('answers a condition that still holds with 304, and HEAD without a body', async () => {
    const { id } = await ingestion.record(helloCall);
    const path = `/v1/calls/${id}`;
    const { headers } = await ingestion.ask('GET', path);
    const condition = { headers: { 'if-none-match': headers['etag'] ?? '' } };
    expect(await ingestion.ask('GET', path, condition)).toMatchObject({ status: 304, text: '' });
    expect(await ingestion.ask('HEAD', path)).toMatchObject({
      status: 200,
      text: '',
      headers: { etag: headers['etag'] },
    });
    await ingestion.ask('PATCH', path, { body: { title: 'New' } });
    expect((await ingestion.ask('GET', path, condition)).status).toBe(200);
  });

  it('has no parameters', async () => {
    expect(await ingestion.details('GET', '/v1/calls/call_x?full=1')).toEqual([400, 'invalid_request', 'full']);
  });

  it('without a token of the gateway answers nothing', async () => {
    const answer = await ingestion.app.inject({ method: 'GET', url: '/v1/calls' });
    expect(answer.statusCode).toBe(401);
    expect((await ingestion.app.inject({ method: 'GET', url: '/health/live' })).statusCode).toBe(200);
  });
});

describe('the API description', () => {
  it('names every route once, with its schemas', async () => {
    const { paths, components } = (await ingestion.app.inject({ method: 'GET', url: '/internal/openapi.json' })).json<{
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, unknown> };
    }>();
    const operations = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(operations.toSorted()).toEqual([
      'correctSpeakers',
      'deleteCall',
      'getCall',
      'importCall',
      'listCalls',
      'reanalyzeCall',
      'recordCall',
      'updateCall',
    ]);
    const references = [...JSON.stringify(paths).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name ?? '',
    );
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...new Set(references)]));
  });
});
