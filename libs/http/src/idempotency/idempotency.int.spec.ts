import { createHash } from 'node:crypto';
import { DomainError, invalidRequest } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { testKeys } from '@ci/config/test-keys';
import { leaveToCommit } from '@ci/database';
import { scratchSchema } from '@ci/database/scratch-schema';
import type { HttpAnswer } from '../http/http-answer.ts';
import { idempotencySql } from './idempotency-sql.ts';
import { Idempotency } from './idempotency.ts';
import type { IdempotentRequest } from './request-fingerprint.ts';
import { isKeyTaken, pruneIdempotencyKeys } from './stored-answers.ts';

const caller = { workspace: { id: 'wsp_1', timezone: 'UTC', domains: [] } };
/** As Postgres says it of a concurrent writer. */
const serializationFailure = (): Error => Object.assign(new Error('concurrent update'), { code: '40001' });

let requests = 0;
const request = (key: string | undefined, body: unknown = { a: 1 }, url = '/v1/things'): IdempotentRequest => ({
  id: `req_${(requests += 1)}`,
  method: 'POST',
  url,
  body,
  headers: key === undefined ? {} : { 'idempotency-key': key },
});

describe('Idempotency', () => {
  let scratch: Awaited<ReturnType<typeof scratchSchema>>;
  let dataSource: DataSource;
  let idempotency: Idempotency;
  let effects: number;

  beforeAll(async () => {
    scratch = await scratchSchema([...idempotencySql, 'CREATE TABLE things (name text)']);
    dataSource = scratch.dataSource;
    idempotency = new Idempotency({ dataSource, encryptionKeys: testKeys('e1') });
  });
  afterAll(() => scratch.drop());
  beforeEach(async () => {
    effects = 0;
    await dataSource.query('TRUNCATE idempotency_keys, things');
  });

  const effect = async (tx: EntityManager): Promise<HttpAnswer> => {
    effects += 1;
    await tx.query(`INSERT INTO things VALUES ('x')`);
    return { status: 201, headers: { location: `/v1/things/${effects}` }, body: { number: effects } };
  };
  const refusing =
    (error: Error) =>
    async (tx: EntityManager): Promise<HttpAnswer> => {
      await effect(tx);
      throw error;
    };
  const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
  const things = async (): Promise<number> => (await dataSource.query<unknown[]>('SELECT * FROM things')).length;
  const kept = () => dataSource.query<Record<string, unknown>[]>('SELECT * FROM idempotency_keys');

  it('runs an effect each time when there is no key', async () => {
    await idempotency.run(request(undefined), caller, effect);
    expect(await idempotency.run(request(undefined), caller, effect)).toMatchObject({
      status: 201,
      body: { number: 2 },
    });
    expect([await things(), await kept()]).toEqual([2, []]);
  });

  it('runs an effect once for a key, and repeats its answer', async () => {
    const first = await idempotency.run(request('k'), caller, effect);
    const again = await idempotency.run(request('k'), caller, effect);
    expect(again).toEqual({ ...first, headers: { location: '/v1/things/1', 'idempotent-replayed': 'true' } });
    expect(await things()).toBe(1);
  });

  it('keeps nothing of the key but its hash: a client may have made it of a name', async () => {
    await idempotency.run(request('marcus.webb'), caller, effect);
    expect(JSON.stringify(await kept())).not.toContain('marcus');
  });

  it('keeps keys of workspaces apart', async () => {
    await idempotency.run(request('k'), caller, effect);
    await idempotency.run(request('k'), { workspace: { ...caller.workspace, id: 'wsp_2' } }, effect);
    expect(await things()).toBe(2);
  });

  it.each([
    ['another body', request('k', { a: 2 })],
    ['another path', request('k', { a: 1 }, '/v1/others')],
    ['another query', request('k', { a: 1 }, '/v1/things?dry_run=true')],
  ])('refuses a key that was used with %s', async (_name, other) => {
    await idempotency.run(request('k'), caller, effect);
    await expect(idempotency.run(other, caller, effect)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      status: 422,
    });
    expect(await things()).toBe(1);
  });

  it('answers conflict while the first one is still running, and runs it once however many come at the same time', async () => {
    let letGo = (): void => {};
    const running = new Promise<void>((resolve) => (letGo = resolve));
    let entered = (): void => {};
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const first = idempotency.run(request('k'), caller, async (tx) => {
      entered();
      await running;
      return effect(tx);
    });
    await inside;
    await expect(idempotency.run(request('k'), caller, effect)).rejects.toMatchObject({
      code: 'conflict',
      headers: { 'retry-after': '1' },
    });
    letGo();
    await first;
    expect(await idempotency.run(request('k'), caller, effect)).toMatchObject({
      headers: { 'idempotent-replayed': 'true' },
    });

    const many = await Promise.allSettled(
      Array.from({ length: 20 }, () => idempotency.run(request('many'), caller, effect)),
    );
    expect(many.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await things()).toBe(2);
  });

  it('takes a key with an effect that is one statement, or nothing of it is stored', async () => {
    const answer = { status: 201, resourceId: 'r1' };
    const effectAtOnce = () => {
      const { text, values } = idempotency.rowWith(request('k'), caller, answer) ?? { text: '', values: [] };
      return dataSource.query(`WITH effect AS (INSERT INTO things VALUES ('x')) ${text}`, [...values]);
    };
    const refusals: unknown[] = [];
    await idempotency.run(request('k'), caller, async () => {
      refusals.push(await effectAtOnce().catch(isKeyTaken));
      return { status: 503, body: undefined };
    });
    await effectAtOnce();
    refusals.push(await effectAtOnce().catch(isKeyTaken));
    expect([refusals, await things()]).toEqual([[true, true], 1]);
    const rebuild = () => Promise.resolve({ id: 'r1' });
    expect(await idempotency.run(request('k'), caller, effect, { rebuild })).toMatchObject({ body: { id: 'r1' } });
    expect(idempotency.rowWith(request(undefined), caller, answer)).toBeUndefined();
  });

  it('rolls back what a refused effect did, keeps the refusal, and repeats it under the new request id', async () => {
    const refusal = invalidRequest([{ field: 'url', message: 'must be https' }]);
    await expect(idempotency.run(request('k'), caller, refusing(refusal))).rejects.toBe(refusal);
    expect([await things(), effects]).toEqual([0, 1]);
    const repeat = request('k');
    const again = await idempotency.run(repeat, caller, effect);
    expect(again).toMatchObject({ status: 400, headers: { 'idempotent-replayed': 'true' } });
    expect(again.body).toMatchObject({ error: { code: 'invalid_request', param: 'url', request_id: repeat.id } });
    expect([await things(), effects]).toEqual([0, 1]);
  });

  it.each([
    ['an unexpected error', new Error('boom')],
    ['rate_limited', new DomainError('rate_limited')],
    ['unavailable', new DomainError('unavailable')],
    ['a refusal that says when to come back', new DomainError('conflict', 'busy', { headers: { 'Retry-After': '1' } })],
  ])('does not keep %s', async (_name, error) => {
    await expect(idempotency.run(request('k'), caller, refusing(error))).rejects.toBe(error);
    expect([await things(), await kept()]).toEqual([0, []]);
    expect(await idempotency.run(request('k'), caller, effect)).toMatchObject({ status: 201 });
  });

  it('does not keep the conflict of a transaction that was given up, and does not take an earlier attempt for the answer', async () => {
    let attempts = 0;
    const contended = async (tx: EntityManager): Promise<never> => {
      attempts += 1;
      if (attempts > 1) throw serializationFailure();
      // What was left to the COMMIT has met another writer, so the refusal is not the last word.
      leaveToCommit(tx, Promise.reject(serializationFailure()));
      throw new DomainError('conflict', 'mine');
    };
    const given = idempotency.run(request('k'), caller, contended);
    await expect(given).rejects.toMatchObject({ code: 'conflict', message: expect.not.stringContaining('mine') });
    expect([attempts, await things(), await kept()]).toEqual([3, 0, []]);
  });

  it('runs all of it again after a concurrent change, and keeps the answer that was committed', async () => {
    const late: typeof effect = async (tx) => {
      const answer = await effect(tx);
      if (effects === 1) throw serializationFailure();
      return answer;
    };
    expect(await idempotency.run(request('k'), caller, late)).toMatchObject({ body: { number: 2 } });
    expect(await idempotency.run(request('k'), caller, effect)).toMatchObject({ body: { number: 2 } });
    expect(await things()).toBe(1);
  });

  it('keeps an answer with a secret encrypted, also over a change of the key', async () => {
    const secret = { status: 201, body: { secret: 'whsec_abc' } };
    await idempotency.run(request('k'), caller, () => Promise.resolve(secret), { secret: true });
    const [row] = await kept();
    expect((row?.['response'] as Buffer).toString('latin1')).not.toContain('whsec');
    const withNewKey = new Idempotency({ dataSource, encryptionKeys: testKeys('e2', 'e1') });
    expect(await withNewKey.run(request('k'), caller, effect)).toMatchObject(secret);
  });

  it('keeps the id of what can be shown again, and answers not_found when that is gone', async () => {
    let resource: unknown = { id: 'r1', text: 'large and personal' };
    const rebuild = (id: string) => Promise.resolve(id === 'r1' ? resource : undefined);
    const create = () => Promise.resolve({ status: 201, body: resource, resourceId: 'r1' });
    await idempotency.run(request('k'), caller, create, { rebuild });
    expect(await kept()).toMatchObject([{ response: null, resource_id: 'r1' }]);
    expect(await idempotency.run(request('k'), caller, create, { rebuild })).toMatchObject({
      status: 201,
      body: resource,
    });
    resource = undefined;
    await expect(idempotency.run(request('k'), caller, create, { rebuild })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('keeps an answer without a body', async () => {
    await idempotency.run(request('k'), caller, () => Promise.resolve({ status: 204, body: undefined }));
    expect(await idempotency.run(request('k'), caller, effect)).toMatchObject({ status: 204, body: undefined });
  });

  it('forgets after 24 hours, and prunes what it forgot', async () => {
    await idempotency.run(request('k'), caller, effect);
    await idempotency.run(request('young'), caller, effect);
    await dataSource.query(
      `UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE key = '${hashOf('k')}'`,
    );
    expect(await idempotency.run(request('k', { other: 1 }), caller, effect)).toMatchObject({ body: { number: 3 } });
    expect(await idempotency.run(request('k', { other: 1 }), caller, effect)).toMatchObject({ body: { number: 3 } });
    expect(await pruneIdempotencyKeys(dataSource)).toBe(0);
    await dataSource.query(
      `UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE key = '${hashOf('k')}'`,
    );
    expect(await pruneIdempotencyKeys(dataSource)).toBe(1);
    expect(await kept()).toMatchObject([{ key: hashOf('young') }]);
  });

  it('keeps its table clean of dead rows, of which there are as many as living ones every day', async () => {
    const [table] = await dataSource.query<{ options: string[] }[]>(
      `SELECT reloptions AS options FROM pg_class WHERE oid = 'idempotency_keys'::regclass`,
    );
    expect(table?.options).toContain('autovacuum_vacuum_scale_factor=0.02');
  });

  it.each([[''], ['x'.repeat(256)], ['schlüssel'], ['a\tb']])('refuses the key %j', async (key) => {
    await expect(idempotency.run(request(key), caller, effect)).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'Idempotency-Key',
    });
  });
});
