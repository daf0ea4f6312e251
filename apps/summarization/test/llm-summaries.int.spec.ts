import { eventExamples, type CallSummary, type CallTranscribed } from '@ci/contracts';
import { ConsumedTopics, messageOf } from '@ci/messaging/consumer-specification';
import { until, type TestDatabase } from '@ci/testing';
import { startFakeLlmServer, type Answering, type FakeLlmServer } from './fake-llm-server.ts';
import { literalDraft } from './model-drafts.ts';
import { startTestService, type TestService } from './test-service.ts';

const key = 'sk-never-shown';
const log: string[] = [];
const called = { LLM_MODEL: 'fake-1', LLM_API_KEY: key, LLM_RETRIES: '0' };
const services: TestService[] = [];
let llm: FakeLlmServer;

beforeAll(async () => {
  llm = await startFakeLlmServer(literally);
});
beforeEach(() => llm.answer(literally));
// All at once: there is no broker behind the services themselves, and each relay gives up on its last messages after a while.
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await Promise.all(services.map((service) => service.drop()));
  await llm.stop();
});

const literally: Answering = ({ messages }) => ({
  text: JSON.stringify(literalDraft(messages[0]?.text ?? '')),
  tokens: 700,
});

async function serviceWith(changes: Readonly<Record<string, string>> = {}, database?: TestDatabase) {
  const service = await startTestService({
    variables: {
      SUMMARY_ENGINE: 'llm',
      LLM_BASE_URL: llm.baseUrl,
      ...called,
      ...changes,
    },
    onLog: (line) => log.push(line),
    ...(database === undefined ? {} : { database }),
  });
  services.push(service);
  return service;
}

const summaryOf = async ({ get, callId }: ReturnType<TestService['world']>) =>
  (await get<CallSummary>(`/v1/calls/${callId}/summary`)).body;
const tokensOf = async (service: TestService, workspaceId: string) => {
  const [row] = await service.database.dataSource.query<{ tokens: number }[]>(
    `SELECT tokens::int FROM llm_usage WHERE workspace_id = $1`,
    [workspaceId],
  );
  return row?.tokens;
};

describe.each([
  ['openai-compatible', {}],
  ['anthropic', { LLM_PROVIDER: 'anthropic' }],
])('with a language model over %s', (_protocol, variables) => {
  it('a transcript from Kafka becomes a summary of the model, with evidence, dates and score of ours', async () => {
    const service = await serviceWith(variables);
    const topics = await ConsumedTopics.connect(
      service.app,
      process.env['TEST_KAFKA_BROKERS'] ?? '',
      service.database.dataSource,
    );
    const world = service.world();
    const data = structuredClone<CallTranscribed>(eventExamples['call.transcribed']);
    data.call.id = world.callId;
    await topics.deliver(messageOf('call.transcribed', world.workspaceId, world.callId, data));
    await world.analysed();
    await topics.close();
    const summary = await summaryOf(world);
    expect(summary.engine).toEqual({ name: 'llm', version: expect.stringContaining('fake-1'), fallback_reason: null });
    expect(summary.coaching_score).toBeGreaterThan(0);
    expect(summary.overview).toContain(data.segments[0]?.text);
    expect(summary.evidence.overview[0]).toEqual([
      expect.objectContaining({ start_ms: 0, quote: data.segments[0]?.text }),
    ]);
    expect(await world.items()).toMatchObject([{ owner: 'rep', due_date: '2026-11-27' }]);
    const ready = await world.sent('summary.ready');
    expect(ready).toHaveLength(1);
    expect(ready[0]?.summary).toEqual(summary);
    expect(llm.asked).toHaveLength(1);
    expect(await tokensOf(service, world.workspaceId)).toBe(710);
  });
});

it('what an operator asks for is written without the language model, and takes none of the day’s tokens', async () => {
  const service = await serviceWith();
  const world = service.world();
  const asked = llm.asked.length;
  await world.receive('call.transcribed', { background: true });
  await world.analysed();
  expect((await summaryOf(world)).engine).toMatchObject({ name: 'embedded', fallback_reason: null });
  expect([llm.asked.length, await tokensOf(service, world.workspaceId)]).toEqual([asked, undefined]);
});

describe('without the language model', () => {
  const cases: readonly [string, Readonly<Record<string, string>>, Answering, string][] = [
    ['is away', { LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, literally, 'provider_unavailable'],
    ['hangs', { LLM_REQUEST_TIMEOUT_MS: '1000' }, () => ({ fault: 'hang' }), 'timed_out'],
    ['may not be asked any more today', { LLM_DAILY_TOKENS: '10' }, literally, 'daily_cap_reached'],
  ];

  it.each(cases)(
    'that %s, the embedded engine writes, and says why',
    async (_name, variables, answering, reason) => {
      llm.answer(answering);
      log.length = 0;
      const world = (await serviceWith(variables)).world();
      await world.receive('call.transcribed');
      await world.analysed();
      const summary = await summaryOf(world);
      expect(summary.engine).toEqual({ name: 'embedded', version: expect.any(String), fallback_reason: reason });
      expect(await world.items()).toMatchObject([{ due_date: '2026-11-27' }]);
      expect((await world.sent('summary.ready')).map((one) => one.summary.engine)).toEqual([summary.engine]);
      const told = log.filter((line) => line.includes('without the language model'));
      expect(told.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ level: 'warn', call_id: world.callId, revision: 1, reason }),
      ]);
      expect(log.join('')).not.toContain(key);
      for (const { text } of world.transcribed.segments) expect(log.join('')).not.toContain(text);
    },
    180_000,
  );
});

it('an instance that ends in the middle of it leaves the call to another: one summary', async () => {
  llm.answer(() => ({ fault: 'hang' }));
  const first = await serviceWith();
  const world = first.world();
  await world.receive('call.transcribed');
  await until(() => llm.asked.length === 1, { timeoutMs: 120_000 });
  await first.stopRunner();
  await until(() => llm.left() === 1);
  expect(await world.sent('summary.ready')).toEqual([]);
  llm.answer(literally);
  await serviceWith({}, first.database);
  await world.analysed();
  expect(await world.sent('summary.ready')).toHaveLength(1);
  expect((await summaryOf(world)).engine.name).toBe('llm');
  // What the first one had asked for may have been charged.
  expect(await tokensOf(first, world.workspaceId)).toBeGreaterThan(4_096 + 710);
}, 240_000);
