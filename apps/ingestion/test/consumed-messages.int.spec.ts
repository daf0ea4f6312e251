import { eventExamples, type EventData } from '@ci/contracts';
import { ConsumedTopics, messageOf } from '@ci/messaging/consumer-specification';
import { alice, helloCall, startIngestion, type RunningIngestion } from './running-ingestion.ts';

let ingestion: RunningIngestion;
let topics: ConsumedTopics;
beforeAll(async () => {
  ingestion = await startIngestion();
  topics = await ConsumedTopics.connect(ingestion.app, process.env['TEST_KAFKA_BROKERS'] ?? '', ingestion.dataSource);
});
afterAll(async () => {
  await topics.close();
  await ingestion.stop();
});

type News = 'summary.ready' | 'summary.failed';

const news = (topic: News, callId: string, revision: number) => {
  const text = JSON.stringify(eventExamples[topic]).replaceAll(eventExamples['call.ended'].call.id, callId);
  const data = { ...(JSON.parse(text) as EventData<News>), revision };
  return messageOf(topic, alice.workspace.id, callId, data as EventData<typeof topic>);
};
const eventsOf = (callId: string): Promise<unknown[]> =>
  ingestion.dataSource.query('SELECT event_type, data FROM events WHERE stream_id = $1 ORDER BY version', [
    `call-${callId}`,
  ]);

describe('news of an analysis that comes again after the inbox has forgotten it', () => {
  it.each(['summary.ready', 'summary.failed'] as const)('%s has its effect once', async (topic) => {
    const { id } = await ingestion.record(helloCall);
    const message = news(topic, id, 1);
    expect(await topics.deliver(message)).toEqual(['handled']);
    const [call, events] = [(await ingestion.ask('GET', `/v1/calls/${id}`)).body, await eventsOf(id)];
    expect(events).toHaveLength(2);

    await topics.pruneInbox();
    expect(await topics.deliver(message)).toEqual(['ignored']);
    expect(await eventsOf(id)).toEqual(events);
    expect((await ingestion.ask('GET', `/v1/calls/${id}`)).body).toEqual(call);
  });

  it.each([
    ['summary.ready', 'summary.failed', { analysis_status: 'failed', coaching_score: 68 }],
    ['summary.failed', 'summary.ready', { analysis_status: 'ready', coaching_score: 68 }],
  ] as const)('%s does not take back what %s of a later revision has said', async (earlier, later, shown) => {
    const { id } = await ingestion.record(helloCall);
    const [first, second] = [news(earlier, id, 1), news(later, id, 2)];
    expect(await topics.deliver(first)).toEqual(['handled']);
    expect(await topics.deliver(second)).toEqual(['handled']);
    const [call, events] = [(await ingestion.ask('GET', `/v1/calls/${id}`)).body, await eventsOf(id)];
    expect(call).toMatchObject(shown);

    await topics.pruneInbox();
    expect(await topics.deliver(first, second)).toEqual(['ignored', 'ignored']);
    expect(await eventsOf(id)).toEqual(events);
    expect((await ingestion.ask('GET', `/v1/calls/${id}`)).body).toEqual(call);
  });
});
