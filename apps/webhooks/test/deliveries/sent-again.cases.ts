import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { callEnded, received, register, service, summaryReady, withStatus } from '../scenario.ts';

describe('an event that is sent again', () => {
  it('is not delivered again, also when its delivery was pruned and the endpoint is a new one', async () => {
    const webhook = await register();
    const call = callEnded(newId('call'));
    const ended = await service.consume('call.ended', call);
    const ready = await service.consume('summary.ready', summaryReady(call.call.id));
    await until(() => received().length === 2);
    await until(async () => (await withStatus(webhook, 'delivered')).length === 2);
    const { dataSource } = service.database;
    await dataSource.query(`DELETE FROM deliveries WHERE webhook_id = $1`, [webhook.id]);
    await dataSource.query(`DELETE FROM webhook_events WHERE call_id = $1`, [call.call.id]);

    const other = await register();
    expect((await service.consume('call.ended', call, { id: ended.id })).ignored).toBe(true);
    expect((await service.consume('summary.ready', summaryReady(call.call.id), { id: ready.id })).ignored).toBe(true);
    expect([...(await service.deliveriesOf(webhook.id)), ...(await service.deliveriesOf(other.id))]).toEqual([]);
    // A new event is still delivered.
    await service.consume('summary.ready', summaryReady(call.call.id, 2));
    await until(() => received().length === 4);
  });
});
