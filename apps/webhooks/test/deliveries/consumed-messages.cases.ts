import { eventExamples } from '@ci/contracts';
import { ConsumedTopics, messageOf } from '@ci/messaging/consumer-specification';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { callEnded, received, register, service, summaryReady, withStatus } from '../scenario.ts';
import { workspace } from '../webhooks-service.ts';

let topics: ConsumedTopics;
beforeAll(async () => {
  topics = await ConsumedTopics.connect(
    service.app,
    process.env['TEST_KAFKA_BROKERS'] ?? '',
    service.database.dataSource,
  );
});
afterAll(() => topics.close());

const rowsOf = (callId: string): Promise<unknown[]> =>
  service.database.dataSource.query('SELECT id, status FROM deliveries WHERE call_id = $1 ORDER BY call_order', [
    callId,
  ]);

const eventsOf = (callId: string) => [
  messageOf('call.ended', workspace, callId, callEnded(callId)),
  messageOf('summary.ready', workspace, callId, summaryReady(callId)),
  messageOf('summary.failed', workspace, callId, {
    ...eventExamples['summary.failed'],
    call: { ...eventExamples['summary.failed'].call, id: callId },
    revision: 2,
  }),
];

describe('messages that come again after the inbox has forgotten them', () => {
  it('are delivered once, whether their deliveries are still there or were pruned too', async () => {
    const webhook = await register();
    const callId = newId('call');
    const events = eventsOf(callId);
    for (const event of events) expect(await topics.deliver(event)).toEqual(['handled']);
    await until(async () => (await withStatus(webhook, 'delivered')).length === 3);
    const rows = await rowsOf(callId);
    expect(rows).toHaveLength(3);

    await topics.pruneInbox();
    expect(await topics.deliver(...events)).toEqual(['ignored', 'ignored', 'ignored']);
    expect(await rowsOf(callId)).toEqual(rows);

    const { dataSource } = service.database;
    await dataSource.query('DELETE FROM deliveries WHERE call_id = $1', [callId]);
    await dataSource.query('DELETE FROM webhook_events WHERE call_id = $1', [callId]);
    await topics.pruneInbox();
    expect(await topics.deliver(...events)).toEqual(['ignored', 'ignored', 'ignored']);
    expect(await rowsOf(callId)).toEqual([]);
    expect(received()).toHaveLength(3);
  });

  it('of a deleted call are not delivered at all', async () => {
    await register();
    const callId = newId('call');
    const deleted = messageOf('call.deleted', workspace, callId, {
      ...eventExamples['call.deleted'],
      call_id: callId,
    });
    expect(await topics.deliver(deleted)).toEqual(['handled']);
    await topics.pruneInbox();
    expect(await topics.deliver(deleted)).toEqual(['ignored']);
    expect(await topics.deliver(...eventsOf(callId))).toEqual(['ignored', 'ignored', 'ignored']);
    expect(await rowsOf(callId)).toEqual([]);
    expect(received()).toEqual([]);
  });
});
