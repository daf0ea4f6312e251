import { randomUUID } from 'node:crypto';
import { eventExamples, type EventData } from '@ci/contracts';
import { ConsumedTopics, messageOf, type SentMessage as Sent } from '@ci/messaging/consumer-specification';
import type { EngineRunner } from '../src/analyse-call/engine-answer.ts';
import { startTestService, type TestService } from './test-service.ts';

const idle: EngineRunner = {
  analyse: () => Promise.resolve({ kind: 'aborted' }),
  spentMs: () => 0,
  close: () => Promise.resolve(),
};

let service: TestService;
/** Another instance, on the same database. */
let other: TestService;
beforeAll(async () => {
  service = await startTestService({ engine: idle });
  other = await startTestService({ engine: idle, database: service.database });
  // Jobs stay where they are.
  await Promise.all([service.stopRunner(), other.stopRunner()]);
});
afterAll(async () => {
  await Promise.all([other.close(), service.close()]);
  await service.drop();
});

/** The calls of a world from one number to another. */
const calls = (from: number, to: number): [object, ...object[]] =>
  Array.from({ length: to - from }, (_, index) => ({ suffix: `_${from + index}` })) as [object, ...object[]];

async function rowsOf(workspaceId: string, table: string): Promise<number> {
  const rows: unknown[] = await service.database.dataSource.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [
    workspaceId,
  ]);
  return rows.length;
}

async function jobsOf(workspaceId: string): Promise<string[]> {
  const rows: { job: string }[] = await service.database.dataSource.query(
    `SELECT call_id || ' ' || revision AS job FROM analysis_jobs WHERE workspace_id = $1 ORDER BY id`,
    [workspaceId],
  );
  return rows.map(({ job }) => job);
}

describe('a batch', () => {
  it.each([
    ['call.transcribed', 8],
    ['call.updated', 5],
    ['call.deleted', 11],
  ] as const)('of %s costs %i statements, for ten messages as for a hundred', async (topic, statements) => {
    const { receive } = service.world();
    if (topic !== 'call.transcribed') await receive('call.transcribed', ...calls(0, 110));
    expect([await receive(topic, ...calls(0, 10)), await receive(topic, ...calls(10, 110))]).toEqual([
      statements,
      statements,
    ]);
  });

  it('makes a job of each revision, in their order, also of one that comes twice', async () => {
    const { receive, workspaceId, callId } = service.world();
    await receive('call.transcribed', { revision: 1 }, { suffix: '_b' }, { revision: 1 }, { revision: 2 });
    expect(await jobsOf(workspaceId)).toEqual([`${callId} 1`, `${callId}_b 1`, `${callId} 2`]);
  });

  it('that two instances get at once makes one job of each call', async () => {
    const world = service.world();
    await Promise.all([
      world.receive('call.transcribed', ...calls(0, 40)),
      other.world(world).receive('call.transcribed', ...(calls(0, 40).toReversed() as [object])),
    ]);
    expect(new Set(await jobsOf(world.workspaceId)).size).toBe(40);
  });

  it.each(['after their deletions', 'before their deletions', 'while another instance deletes them'] as const)(
    'of calls that comes %s leaves neither jobs nor contents, whatever comes later',
    async (when) => {
      const world = service.world();
      const brought = () => world.receive('call.transcribed', ...calls(0, 30));
      const deleted = () => other.world(world).receive('call.deleted', ...calls(0, 30));
      if (when === 'while another instance deletes them') await Promise.all([brought(), deleted()]);
      else for (const step of when === 'before their deletions' ? [brought, deleted] : [deleted, brought]) await step();
      await world.receive('call.updated', ...calls(0, 30));
      await world.receive('call.transcribed', ...(calls(0, 30).map((one) => ({ ...one, revision: 2 })) as [object]));
      for (const table of ['analysis_jobs', 'analyses', 'event_personal', 'outbox']) {
        expect([table, await rowsOf(world.workspaceId, table)]).toEqual([table, 0]);
      }
    },
  );
});

describe('a batch over Kafka', () => {
  let topics: ConsumedTopics;
  beforeAll(async () => {
    topics = await ConsumedTopics.connect(
      service.app,
      process.env['TEST_KAFKA_BROKERS'] ?? '',
      service.database.dataSource,
    );
  });
  afterAll(() => topics.close());

  const transcribed = (workspaceId: string, callId: string) => {
    const data = structuredClone<EventData<'call.transcribed'>>(eventExamples['call.transcribed']);
    data.call.id = callId;
    return messageOf('call.transcribed', workspaceId, callId, data);
  };
  const deleted = (workspaceId: string, callId: string) =>
    messageOf('call.deleted', workspaceId, callId, { ...eventExamples['call.deleted'], call_id: callId });

  it('with bad messages in its middle parks these, and handles the others, each once', async () => {
    const [workspaceId, foreign] = [`wsp_${randomUUID()}`, `wsp_${randomUUID()}`];
    const ids = [1, 2, 3, 4].map((number) => `call_${number}_${randomUUID()}`);
    const theirs = ids[2] ?? '';
    expect(await topics.deliver(transcribed(foreign, theirs))).toEqual(['handled']);
    for (const make of [transcribed, deleted]) {
      const [first, unreadable, ofForeignCall, last] = ids.map((id) => make(workspaceId, id)) as [
        Sent,
        Sent,
        Sent,
        Sent,
      ];
      const middle = [{ ...unreadable, value: '{"call":7}' }, ofForeignCall];
      const outcomes = await topics.deliver(first, first, ...middle, last, first);
      expect(outcomes).toEqual(['handled', 'handled', 'parked', 'parked', 'handled', 'handled']);
      expect(await jobsOf(workspaceId)).toEqual(make === transcribed ? [`${ids[0]} 1`, `${ids[3]} 1`] : []);
    }
    expect(await jobsOf(foreign)).toEqual([`${theirs} 1`]);
  });
});
