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

const deletionOf = (callId: string) =>
  messageOf('call.deleted', workspace, callId, { ...eventExamples['call.deleted'], call_id: callId });

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
    const deleted = deletionOf(callId);
    expect(await topics.deliver(deleted)).toEqual(['handled']);
    await topics.pruneInbox();
    expect(await topics.deliver(deleted)).toEqual(['ignored']);
    expect(await topics.deliver(...eventsOf(callId))).toEqual(['ignored', 'ignored', 'ignored']);
    expect(await rowsOf(callId)).toEqual([]);
    expect(received()).toEqual([]);
  });
});

describe('a batch with a bad message in its middle', () => {
  it('parks that one, and handles the others', async () => {
    const [first, bad, last] = [newId('call'), newId('call'), newId('call')];
    const { dataSource } = service.database;
    await topics.deliver(
      ...[first, bad, last].map((callId) => messageOf('call.ended', workspace, callId, callEnded(callId))),
    );
    const broken = { ...deletionOf(bad), value: '{"call_id":7}' };
    expect(await topics.deliver(deletionOf(first), broken, deletionOf(last))).toEqual(['handled', 'parked', 'handled']);
    const closed = await dataSource.query<{ call_id: string }[]>(
      'SELECT call_id FROM call_gates WHERE call_id = ANY($1) AND deleted_at IS NOT NULL ORDER BY call_id',
      [[first, bad, last]],
    );
    expect(closed.map(({ call_id }) => call_id)).toEqual([first, last].toSorted());
  });
});
