import { eventExamples, type EventData } from '@ci/contracts';
import { ConsumedTopics, messageOf } from '@ci/messaging/consumer-specification';
import { startTestService, type TestService } from './test-service.ts';

let service: TestService;
let topics: ConsumedTopics;
beforeAll(async () => {
  service = await startTestService();
  topics = await ConsumedTopics.connect(
    service.app,
    process.env['TEST_KAFKA_BROKERS'] ?? '',
    service.database.dataSource,
  );
});
// There is no broker behind the service itself: its relay gives up on its last messages after a while.
afterAll(async () => {
  await topics.close();
  await service.stop();
});

type Consumed = 'call.transcribed' | 'call.updated' | 'call.deleted';

describe('a message that comes again after the inbox has forgotten it', () => {
  it.each(['call.transcribed', 'call.updated', 'call.deleted'] as const)(
    '%s has its effect once: one analysis, one summary.ready',
    async (topic) => {
      const { workspaceId, callId, analysed, events, sent, rowsWith } = service.world();
      const told = (one: Consumed) => {
        const data = structuredClone<EventData<Consumed>>(eventExamples[one]);
        if ('call_id' in data) data.call_id = callId;
        else data.call.id = callId;
        return messageOf(one, workspaceId, callId, data);
      };
      const transcribed = told('call.transcribed');
      expect(await topics.deliver(transcribed)).toEqual(['handled']);
      await analysed();
      const others = (
        topic === 'call.deleted' ? (['call.updated', 'call.deleted'] as const) : (['call.updated'] as const)
      ).map(told);
      for (const other of others) expect(await topics.deliver(other)).toEqual(['handled']);
      const [stored, messages, attempts] = [await events(), await sent('summary.ready'), service.attempts()];
      expect(attempts).toBeGreaterThan(0);

      await topics.pruneInbox();
      const again = [transcribed, ...others].filter((message) => message.topic === topic);
      expect(again).toHaveLength(1);
      await topics.deliver(...again);
      // Had it become a job, that would be there or done by now: it is stored with the message.
      expect(await rowsWith('analysis_jobs')).toBe(0);
      expect(await events()).toEqual(stored);
      expect(await sent('summary.ready')).toEqual(messages);
      expect(service.attempts()).toBe(attempts);
    },
  );
});
