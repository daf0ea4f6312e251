import { newId, uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import {
  answers,
  callEnded,
  MINUTE,
  onlyDelivery,
  path,
  received,
  register,
  service,
  summaryReady,
  typesReceived,
  waitOf,
  withStatus,
} from '../scenario.ts';

import { askAsOperator, operate } from '../operator.ts';
import { workspace } from '../webhooks-service.ts';

describe('the order within a call', () => {
  it('summary.ready waits for the end of the first attempt of call.ended, and for nothing more', async () => {
    const webhook = await register();
    const call = callEnded();
    const end = Promise.withResolvers<undefined>();
    answers.set(path, { status: 500, after: end.promise });
    await service.consume('call.ended', call);
    await service.consume('summary.ready', summaryReady(call.call.id));
    await until(() => received().length === 1);
    answers.set(path, {});
    const other = callEnded();
    await service.consume('call.ended', other);
    await until(() => received().length === 2);
    expect(received()[1]?.body).toContain(other.call.id);
    end.resolve(undefined);
    await until(() => received().length === 3);
    expect(typesReceived()).toEqual(['call.ended', 'call.ended', 'summary.ready']);
    // call.ended failed and is due again later: the summary did not wait for that.
    expect(await withStatus(webhook, 'pending', 1)).toHaveLength(1);
  });

  it('an event that overtakes its call.ended is held until that is handled', async () => {
    const webhook = await register();
    const call = callEnded();
    await service.consume('summary.ready', summaryReady(call.call.id));
    expect(waitOf(await onlyDelivery(webhook), false)).toBeCloseTo(5 * MINUTE, -4);
    await service.consume('call.ended', callEnded()); // another call's: it does not release this one
    await until(() => received().length === 1);
    await service.consume('call.ended', call);
    await until(() => received().length === 3);
    expect(typesReceived()).toEqual(['call.ended', 'call.ended', 'summary.ready']);
    expect(
      received()
        .slice(1)
        .every(({ body }) => body.includes(call.call.id)),
    ).toBe(true);
  });

  it('and is released after five minutes when that never comes', async () => {
    await register();
    await service.consume('summary.ready', summaryReady(newId('call')));
    service.clock.turn(4 * MINUTE);
    await service.consume('call.ended', callEnded());
    await until(() => received().length === 1);
    service.clock.turn(1.1 * MINUTE);
    await until(() => received().length === 2);
    expect(typesReceived()).toEqual(['call.ended', 'summary.ready']);
  });

  it.each([
    ['by the command line', (key: string) => operate(service, ['parked', 'skip', '--key', key, '--reason', 'r'])],
    [
      'over HTTP',
      async (key: string) =>
        expect(await askAsOperator(service, 'POST', '/internal/parked-messages/skip', { key, reason: 'r' })).toBe(200),
    ],
  ])('and is released at once when an operator gives that up, %s', async (_how, skip) => {
    const webhook = await register();
    const [given, kept] = [newId('call'), newId('call')];
    for (const id of [given, kept]) {
      await service.consume('summary.ready', summaryReady(id));
      await parkEnd(id);
    }
    await skip(given);
    await until(() => received().length === 1);
    expect(received()[0]?.body).toContain(given);
    expect(await withStatus(webhook, 'pending', 0)).toHaveLength(1); // the other call's
    // One that comes later does not wait either.
    await service.consume('summary.ready', summaryReady(given, 2));
    await until(() => received().length === 2);
    expect(received()[1]?.body).toContain(given);
  });

  it('and is released by an operator who gives that up while the event is being stored', async () => {
    await register();
    const { dataSource } = service.database;
    const waiting = (count: number) =>
      until(async () => {
        const rows: unknown[] = await dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length === count;
      });
    const given = newId('call');
    await parkEnd(given);
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE webhook_events IN SHARE MODE');
    const consuming = service.consume('summary.ready', summaryReady(given));
    await waiting(1);
    const skipping = askAsOperator(service, 'POST', '/internal/parked-messages/skip', { key: given, reason: 'r' });
    await waiting(2);
    await holder.commitTransaction();
    await holder.release();
    await consuming;
    expect(await skipping).toBe(200);
    await until(() => received().length === 1);
    expect(received()[0]?.body).toContain(given);
  });

  it('is no matter to an endpoint that did not ask for call.ended', async () => {
    await register(['summary.ready']);
    await service.consume('summary.ready', summaryReady(newId('call')));
    await until(() => received().length === 1);
  });

  it('holds for re-analyses: each revision once, in turn', async () => {
    await register();
    const call = callEnded();
    await service.consume('summary.ready', summaryReady(call.call.id, 2));
    await service.consume('summary.ready', summaryReady(call.call.id, 1));
    await service.consume('call.ended', call);
    await until(() => received().length === 3);
    expect(typesReceived()).toEqual(['call.ended', 'summary.ready', 'summary.ready']);
    expect(new Set(received().map(({ id }) => id)).size).toBe(3);
  });
});

/** The end of a call, as if its handling had failed five times. */
async function parkEnd(callId: string): Promise<void> {
  await service.database.dataSource.query(
    `INSERT INTO parked_messages
       (consumer, key, workspace_id, message_id, topic, partition, kafka_offset, headers, value, attempts, cause, error_code)
     VALUES ('webhooks.on-call-ended', $1, $2, $3, 'call.ended', 0, 7, '{}', '', 5, 'failed', 'TypeError')`,
    [callId, workspace, uuidv7()],
  );
}
