import { randomUUID } from 'node:crypto';
import { Idempotency } from '@ci/http';
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

  it('under an idempotency key is stored by one statement: call, messages and key together or not at all', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { id } = (await ingestion.ask('POST', '/v1/calls', { body: { ...external, external_id: 'deal-5' }, headers }))
      .body;
    const statements = await ingestion.dataSource.query(
      `SELECT count(*)::int AS rows, xmin::text, cmin::text FROM (
         SELECT xmin, cmin FROM events WHERE stream_id = 'call-' || $1
         UNION ALL SELECT xmin, cmin FROM outbox WHERE key = $1
         UNION ALL SELECT xmin, cmin FROM calls WHERE id = $1
         UNION ALL SELECT xmin, cmin FROM idempotency_keys WHERE resource_id = $1) AS stored
       GROUP BY xmin, cmin`,
      [id],
    );
    expect(statements).toEqual([{ rows: 5, xmin: expect.anything(), cmin: '0' }]);
  });

  it('under one idempotency key is recorded once when it comes ten times at once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await ingestion.dataSource.query('SELECT count(*) FROM calls');
    const send = () => ingestion.ask('POST', '/v1/calls', { body: helloCall, headers });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    const recorded = answers.filter(({ status }) => status === 201);
    expect(new Set(recorded.map(({ body: { id } }) => id)).size).toBe(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const after = await ingestion.dataSource.query('SELECT count(*) - 1 AS count FROM calls');
    expect(after).toEqual(before);
  });

  it('whose key another request has is not recorded beside it', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const running = { id: 'req_1', method: 'POST', url: '/v1/calls', body: helloCall, headers };
    const refusals: unknown[] = [];
    await ingestion.app.get(Idempotency).run(running, alice, async () => {
      refusals.push(await ingestion.details('POST', '/v1/calls', { body: helloCall, headers }));
      return { status: 503, body: undefined };
    });
    expect(refusals).toEqual([[409, 'conflict']]);
    expect((await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers })).status).toBe(201);
  });

  it('under an idempotency key that is over is recorded again, and repeated from then on', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers });
    await ingestion.dataSource.query(
      `UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE resource_id = $1`,
      [first.body.id],
    );
    const second = await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers });
    const again = await ingestion.ask('POST', '/v1/calls', { body: helloCall, headers });
    expect([second.status, second.body.id === first.body.id, again.body.id]).toEqual([201, false, second.body.id]);
  });

  it('under an idempotency key that was refused is refused again, also when nothing speaks against it any more', async () => {
    const body = { ...external, external_id: 'deal-6' };
    const { id } = await ingestion.record(body);
    const headers = { 'idempotency-key': randomUUID() };
    const other = { body: { ...body, duration_seconds: 99 }, headers };
    expect(await ingestion.details('POST', '/v1/calls', other)).toEqual([409, 'conflict']);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    const again = await ingestion.ask('POST', '/v1/calls', other);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([409, 'true']);
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
