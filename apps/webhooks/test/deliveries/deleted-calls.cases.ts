import { eventExamples, type CallDeleted } from '@ci/contracts';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { answers, callEnded, path, received, register, service, summaryReady, withStatus } from '../scenario.ts';

const deleted = (id: string): CallDeleted => ({ ...eventExamples['call.deleted'], call_id: id });
const newIds = (count: number): string[] => Array.from({ length: count }, () => newId('call'));

describe('a deleted call', () => {
  it('takes pending deliveries, bodies and answers with it; later events are ignored', async () => {
    const webhook = await register();
    const call = callEnded();
    answers.set(path, { status: 500, body: 'Marcus said no' });
    await service.consume('call.ended', call);
    const [sent] = await withStatus(webhook, 'pending', 1);
    const detail = async () => (await service.request('GET', `/v1/webhooks/${webhook.id}/deliveries/${sent?.id}`)).body;
    expect((await detail()).request_body).toBe(received()[0]?.body);
    const deletion = deleted(call.call.id);
    expect((await service.consume('call.deleted', deletion)).ignored).toBe(false);
    const [delivery] = await withStatus(webhook, 'dropped', 1);
    expect(delivery).toMatchObject({ next_attempt_at: null, attempts: [{ status_code: 500, response_body: null }] });
    const kept = await service.database.dataSource.query(`SELECT body FROM webhook_events WHERE call_id = $1`, [
      call.call.id,
    ]);
    expect(kept).toEqual([{ body: null }]);
    expect(await detail()).toEqual({ ...delivery, request_body: null });
    expect((await service.consume('summary.ready', summaryReady(call.call.id))).ignored).toBe(true);
    expect((await service.consume('call.deleted', deletion)).ignored).toBe(true);
    expect(await service.deliveriesOf(webhook.id)).toHaveLength(1);
    const again = await service.request('POST', `/v1/deliveries/${delivery?.id}/redeliver`);
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
  });

  it('that is heard of first makes the rest ignored', async () => {
    const webhook = await register();
    const call = callEnded();
    await service.consume('call.deleted', deleted(call.call.id));
    expect((await service.consume('call.ended', call)).ignored).toBe(true);
    expect(await service.deliveriesOf(webhook.id)).toEqual([]);
  });

  it('whose attempt is under way keeps no answer of it', async () => {
    const webhook = await register();
    const call = callEnded();
    const end = Promise.withResolvers<undefined>();
    answers.set(path, { status: 200, body: 'got Marcus', after: end.promise });
    await service.consume('call.ended', call);
    await until(() => received().length === 1);
    await service.consume('call.deleted', deleted(call.call.id));
    end.resolve(undefined);
    const [delivery] = await withStatus(webhook, 'delivered', 1);
    expect(delivery?.attempts[0]?.response_body).toBeNull();
  });
});

describe('a batch of deletions', () => {
  /** What is left of calls: deliveries that will be sent, and contents. */
  const leftOf = async (ids: readonly string[]) => {
    const [row] = await service.database.dataSource.query<{ pending: number; bodies: number; closed: number }[]>(
      `SELECT (SELECT count(*)::int FROM deliveries WHERE call_id = ANY($1) AND status = 'pending') AS pending,
              (SELECT count(*)::int FROM webhook_events WHERE call_id = ANY($1) AND body IS NOT NULL) AS bodies,
              (SELECT count(*)::int FROM call_gates WHERE call_id = ANY($1) AND deleted_at IS NOT NULL) AS closed`,
      [ids],
    );
    return row;
  };
  const gone = (ids: readonly string[]) => ({ pending: 0, bodies: 0, closed: ids.length });
  const consume = (what: 'ended' | 'deleted', ids: readonly string[]) =>
    what === 'ended'
      ? service.consumeAll(
          'call.ended',
          ids.map((id) => callEnded(id)),
        )
      : service.consumeAll('call.deleted', ids.map(deleted));

  it('costs as many statements for a hundred calls as for ten', async () => {
    await register();
    answers.set(path, { status: 500 });
    const [few, many] = [newIds(10), newIds(100)];
    await consume('ended', [...few, ...many]);
    const statements = [];
    for (const ids of [few, many]) statements.push((await consume('deleted', ids))[0]?.statements);
    expect(statements).toEqual([6, 6]);
    expect(await leftOf([...few, ...many])).toEqual(gone([...few, ...many]));
  });

  it('that has one twice ignores the second, and those that are known', async () => {
    const [known = '', once = '', twice = ''] = newIds(3);
    await consume('deleted', [known]);
    const outcomes = await consume('deleted', [twice, known, once, twice]);
    expect(outcomes.map(({ ignored }) => ignored)).toEqual([false, true, false, true]);
    expect(await leftOf([known, once, twice])).toEqual(gone([known, once, twice]));
  });

  it.each([
    ['after their ends', ['ended', 'deleted']],
    ['before their ends', ['deleted', 'ended']],
  ] as const)('that comes %s leaves nothing of the calls', async (_when, order) => {
    await register();
    answers.set(path, { status: 500 });
    const ids = newIds(30);
    for (const what of order) await consume(what, ids);
    expect(await leftOf(ids)).toEqual(gone(ids));
    expect((await consume('ended', ids)).every(({ ignored }) => ignored)).toBe(true);
  });
});
