import { randomUUID } from 'node:crypto';
import { alice, bob, helloCall, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

describe('the same call again', () => {
  const external = { ...helloCall, source: 'crm', external_id: 'deal-1', metadata: { b: '1', a: '2' } };

  it('is the existing call, by source and external id', async () => {
    const first = await ingestion.ask('POST', '/v1/calls', { body: external });
    const again = await ingestion.ask('POST', '/v1/calls', { body: { ...external, metadata: { a: '2', b: '1' } } });
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect(again.headers['location']).toBe(first.headers['location']);
    const other = { ...external, duration_seconds: 99 };
    expect(await ingestion.details('POST', '/v1/calls', { body: other })).toEqual([409, 'conflict']);
    expect((await ingestion.ask('POST', '/v1/calls', { body: { ...other, source: '' } })).status).toBe(201);
    expect((await ingestion.ask('POST', '/v1/calls', { body: other, as: bob })).status).toBe(201);
  });

  it('is still the existing call after a client changed it', async () => {
    const body = { ...external, external_id: 'deal-2' };
    const { id } = await ingestion.record(body);
    await ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { title: 'Changed' } });
    const again = await ingestion.ask('POST', '/v1/calls', { body });
    expect([again.status, again.body.id, again.body.title]).toEqual([200, id, 'Changed']);
  });

  it('is recorded once when it comes ten times at once', async () => {
    const body = { ...external, external_id: 'deal-3' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ingestion.ask('POST', '/v1/calls', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
  });

  it('is another call once the first is deleted', async () => {
    const body = { ...external, external_id: 'deal-4' };
    const { id } = await ingestion.record(body);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    const again = await ingestion.ask('POST', '/v1/calls', { body: { ...body, duration_seconds: 5 } });
    expect([again.status, again.body.id === id]).toEqual([201, false]);
  });

  it('under one idempotency key is answered once more as it is now, and never from what was deleted', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers });
    const again = await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([again.headers['idempotent-replayed'], again.headers['location']]).toEqual([
      'true',
      first.headers['location'],
    ]);
    const reused = await ingestion.details('POST', '/v1/calls', { body: { ...helloCall, rep_id: 'r2' }, headers });
    expect(reused).toEqual([422, 'idempotency_key_reused']);
    const kept = await ingestion.dataSource.query('SELECT response FROM idempotency_keys WHERE resource_id = $1', [
      first.body.id,
    ]);
    expect(kept).toEqual([{ response: null }]);
    await ingestion.ask('DELETE', `/v1/calls/${first.body.id}`);
    expect((await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers })).status).toBe(404);
  });

  it('with a body that is invalid is told so first: its key is neither used up by it nor said to be reused', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const invalid = { body: { ...helloCall, rep_id: 7 }, headers };
    expect(await ingestion.details('POST', '/v1/calls', invalid)).toEqual([400, 'invalid_request', 'rep_id']);
    expect((await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers })).status).toBe(201);
    expect(await ingestion.details('POST', '/v1/calls', invalid)).toEqual([400, 'invalid_request', 'rep_id']);
  });
});

describe('a dry run', () => {
  it('answers what would be recorded, and stores nothing', async () => {
    const count = () =>
      ingestion.dataSource.query(
        'SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM outbox) AS outbox',
      );
    const before = await count();
    const { status, body } = await ingestion.ask('POST', '/v1/calls?dry_run=true', { body: helloCall });
    expect([status, body]).toMatchObject([
      200,
      { id: null, rep_id: 'user_dana', duration_seconds: 2, transcript: helloCall.transcript },
    ]);
    expect(await count()).toEqual(before);
    const recorded = await ingestion.record(helloCall, alice);
    expect(Object.keys(body).filter((name) => name !== 'import')).toEqual(Object.keys(recorded));
    expect(await ingestion.details('POST', '/v1/calls?dry_run=maybe', { body: helloCall })).toEqual([
      400,
      'invalid_request',
      'dry_run',
    ]);
  });

  it('knows the call that is there, and the conflict with another', async () => {
    const body = { ...helloCall, external_id: 'dry-1' };
    const { id } = await ingestion.record(body);
    expect((await ingestion.ask('POST', '/v1/calls?dry_run=true', { body })).body.id).toBe(id);
    const other = await ingestion.details('POST', '/v1/calls?dry_run=true', { body: { ...body, rep_id: 'r2' } });
    expect(other).toEqual([409, 'conflict']);
  });
});
