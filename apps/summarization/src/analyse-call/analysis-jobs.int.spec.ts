import { WORKER_DATA_SOURCE } from '@ci/database';
import { Metrics } from '@ci/observability';
import { until, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { AnalysisJobs } from './analysis-jobs.ts';
import { measureJobs } from './analysis-metrics.ts';
import { defaultJobTimes } from './job-times.ts';
import type { EngineAnswer, EngineRunner } from './engine-answer.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { result, contract } from '../analysis/analysis.fixture.ts';

const analysed = { kind: 'analysed', result: result(contract), engine: { name: 'test', version: '1' } } as const;
const quick = { ...defaultJobTimes, pollMs: 20, retryMs: 1 };
const services: TestService[] = [];

/** An engine that gives the answer of the test, and what it was given. */
class ScriptedEngine implements EngineRunner {
  readonly callIds: string[] = [];

  constructor(
    private readonly answer: (callId: string, signal: AbortSignal) => EngineAnswer | Promise<EngineAnswer>,
    private readonly costMs: (callId: string) => number = () => 1,
  ) {}

  async analyse(input: string, signal: AbortSignal): Promise<EngineAnswer> {
    const { callId } = JSON.parse(input) as { callId: string };
    this.callIds.push(callId);
    return this.answer(callId, signal);
  }

  spentMs(): number {
    return this.costMs(this.callIds.at(-1) ?? '');
  }

  async close(): Promise<void> {}
}

async function serviceWith(
  engine: EngineRunner,
  jobTimes = quick,
  more: { database?: TestDatabase } = {},
): Promise<TestService> {
  const service = await startTestService({ engine, jobTimes, ...more });
  services.push(service);
  return service;
}

// All at once: there is no broker, and each relay gives up on its last messages after a while.
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await Promise.all(services.map((service) => service.drop()));
});

const untilStopped = (signal: AbortSignal): Promise<EngineAnswer> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'aborted' })));

describe('a failing engine', () => {
  it('gets another chance', async () => {
    let attempts = 0;
    const engine = new ScriptedEngine(() => ((attempts += 1) < 3 ? { kind: 'failed', problem: 'x' } : analysed));
    const { receive, sent } = (await serviceWith(engine)).world();
    await receive('call.transcribed');
    await until(async () => (await sent('summary.ready')).length === 1);
    expect(attempts).toBe(3);
    expect(await sent('summary.failed')).toEqual([]);
  });

  it('ends in one summary.failed, and the transcript goes', async () => {
    const engine = new ScriptedEngine(() => ({ kind: 'failed', problem: 'x' }));
    const { receive, sent, rowsWith, get, callId } = (await serviceWith(engine)).world();
    await receive('call.transcribed');
    await until(async () => (await sent('summary.failed')).length === 1);
    expect(engine.callIds).toHaveLength(quick.maxAttempts);
    expect((await sent('summary.failed'))[0]).toMatchObject({ reason: 'engine_failed', revision: 1 });
    expect(await rowsWith('analysis_jobs')).toBe(0);
    expect((await get(`/v1/calls/${callId}/summary`)).body).toMatchObject({ error: { code: 'summary_unavailable' } });
  });

  it('that has run out of its time is not asked again', async () => {
    const engine = new ScriptedEngine(() => ({ kind: 'failed', problem: 'x', final: true }));
    const { receive, sent } = (await serviceWith(engine)).world();
    await receive('call.transcribed');
    await until(async () => (await sent('summary.failed')).length === 1);
    expect(engine.callIds).toHaveLength(1);
  });

  it('whose result breaks the contract is a failing engine, too', async () => {
    const score: EngineAnswer = { ...analysed, result: { ...result(contract), coaching_score: 101 } };
    const { receive, sent, rowsWith } = (await serviceWith(new ScriptedEngine(() => score))).world();
    await receive('call.transcribed');
    await until(async () => (await sent('summary.failed')).length === 1);
    expect(await rowsWith('action_items')).toBe(0);
  });
});

describe('what waits for its analysis', () => {
  it('is shown, with the time since when, until somebody takes it up', async () => {
    const service = await serviceWith(new ScriptedEngine(() => analysed));
    const { receive, sql } = service.world();
    const shown = async (name: string) => {
      // A reading is kept for seconds: each question has its own metrics.
      const metrics = new Metrics('summarization');
      measureJobs(metrics, service.app.get<DataSource>(WORKER_DATA_SOURCE));
      return metrics.valueOf(`ci_analysis_jobs${name}`);
    };
    await service.stopRunner();
    expect([await shown(''), await shown('_due')]).toEqual([0, 0]);
    await receive('call.transcribed');
    await receive('call.transcribed', { suffix: '_old', background: true });
    await sql(`UPDATE analysis_jobs SET available_at = clock_timestamp() - interval '10 minutes'`);
    // No client waits for what an operator asks for.
    expect([await shown(''), await shown('_due')]).toEqual([2, 1]);
    expect(await shown('_due_age_seconds')).toBeGreaterThanOrEqual(600);
    await service.app.get(AnalysisJobs).claim(3_600_000);
    expect([await shown(''), await shown('_due'), await shown('_due_age_seconds')]).toEqual([2, 0, 0]);
  });
});

describe('a worker that is gone', () => {
  it('leaves its job to another, and can not end it any more', async () => {
    const idle = { ...quick, pollMs: 60_000 };
    const dead = await serviceWith(new ScriptedEngine((_callId, signal) => untilStopped(signal)), idle);
    const { receive, sent, sql } = dead.world();
    const jobs = dead.app.get(AnalysisJobs);
    await dead.stopRunner();
    await receive('call.transcribed');
    const lost = await jobs.claim(60_000);
    expect(lost).toMatchObject({ attempts: 1, revision: 1 });
    expect(await jobs.claim(60_000)).toBeUndefined();
    await sql('UPDATE analysis_jobs SET available_at = clock_timestamp()'); // as when its lease has run out
    const taken = await jobs.claim(60_000);
    expect(taken).toMatchObject({ id: lost?.id, attempts: 2 });
    if (lost === undefined || taken === undefined) throw new Error('there is no job');
    expect(await jobs.extend(lost, 1_000)).toBe(false);
    await dead.conclude(lost, analysed);
    expect(await sent('summary.ready')).toEqual([]);
    await dead.conclude(taken, analysed);
    await dead.conclude(taken, analysed);
    expect(await sent('summary.ready')).toHaveLength(1);
  });

  it('time and again ends the analysis: the call may be what ends its workers', async () => {
    const engine = new ScriptedEngine(() => analysed);
    const service = await serviceWith(engine);
    const { receive, sent, sql } = service.world();
    const go = service.hold();
    await receive('call.transcribed');
    await until(() => service.attempts() === 1);
    // As if the process had ended there each time.
    await sql(
      `UPDATE analysis_jobs SET attempts = ${quick.maxAttempts}, fence = fence + 1, available_at = clock_timestamp()`,
    );
    go();
    await until(async () => (await sent('summary.failed')).length === 1);
    expect((await sent('summary.failed'))[0]).toMatchObject({ reason: 'engine_failed' });
  });

  it('is not the one whose engine takes long: its lease is kept', async () => {
    const engine = new ScriptedEngine(() => analysed);
    const service = await serviceWith(engine, { ...quick, leaseMs: 3_000 });
    const { receive, sent, sql } = service.world();
    const go = service.hold();
    await receive('call.transcribed');
    await until(() => service.attempts() === 1);
    const leasedUntil = async () => {
      const rows = (await sql('SELECT available_at AS until FROM analysis_jobs')) as { readonly until: Date }[];
      return rows[0]?.until ?? new Date(0);
    };
    const first = await leasedUntil();
    await until(async () => (await leasedUntil()) > first, { describe: 'the lease is prolonged' });
    go();
    await until(async () => (await sent('summary.ready')).length === 1);
    expect(engine.callIds).toHaveLength(1);
  });
});

describe('jobs', () => {
  it('are done in turn between workspaces, and in order within one', async () => {
    const engine = new ScriptedEngine(() => analysed);
    const service = await serviceWith(engine, { ...quick, pollMs: 60_000 });
    const go = service.hold();
    const [busy, quiet] = [service.world(), service.world()];
    for (const suffix of ['_1', '_2', '_3', '_4']) await busy.receive('call.transcribed', { suffix });
    await until(() => service.attempts() === 1);
    await quiet.receive('call.transcribed', { suffix: '_1' });
    await quiet.receive('call.transcribed', { suffix: '_2' });
    go();
    await until(() => engine.callIds.length === 6);
    const of = (world: typeof busy, ...numbers: number[]) => numbers.map((number) => `${world.callId}_${number}`);
    const [b1, b2, b3, b4] = of(busy, 1, 2, 3, 4);
    const [q1, q2] = of(quiet, 1, 2);
    expect(engine.callIds).toEqual([b1, q1, b2, q2, b3, b4]);
  });

  it('of a workspace whose calls take long wait until the others have had as much time', async () => {
    const cost = (callId: string) => (callId.startsWith(slow.callId) ? 5_000 : 1_000);
    const engine = new ScriptedEngine(() => analysed, cost);
    const service = await serviceWith(engine, { ...quick, pollMs: 60_000 });
    const go = service.hold();
    const [slow, other] = [service.world(), service.world()];
    for (const suffix of ['_1', '_2']) await slow.receive('call.transcribed', { suffix });
    await until(() => service.attempts() === 1);
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await other.receive('call.transcribed', { suffix: `_${number}` });
    go();
    await until(() => engine.callIds.length === 9);
    const expected = [...[1, 2, 3, 4, 5].map((number) => `${other.callId}_${number}`), `${slow.callId}_2`];
    expect(engine.callIds.slice(1, 7)).toEqual(expected);
  });

  it('of a workspace whose calls take long do not take the second process while others wait', async () => {
    const service = await serviceWith(new ScriptedEngine((_callId, signal) => untilStopped(signal)), {
      ...quick,
      pollMs: 60_000,
    });
    const [slow, other] = [service.world(), service.world()];
    await slow.receive('call.transcribed', { suffix: '_1' });
    await until(() => service.attempts() === 1);
    for (const suffix of ['_2', '_3']) await slow.receive('call.transcribed', { suffix });
    for (const suffix of ['_1', '_2', '_3', '_4']) await other.receive('call.transcribed', { suffix });
    // Another instance, and with it the second process.
    const second = new ScriptedEngine(() => analysed);
    await serviceWith(second, quick, { database: service.database });
    await until(() => second.callIds.length === 6);
    expect(second.callIds.slice(0, 4)).toEqual([1, 2, 3, 4].map((number) => `${other.callId}_${number}`));
  });

  it('of a workspace that comes back do not go before all others', async () => {
    const engine = new ScriptedEngine(
      () => analysed,
      () => 1_000,
    );
    const service = await serviceWith(engine, { ...quick, pollMs: 60_000 });
    const [steady, back] = [service.world(), service.world()];
    for (const number of [1, 2, 3]) await steady.receive('call.transcribed', { suffix: `_${number}` });
    await until(() => engine.callIds.length === 3);
    const go = service.hold();
    await steady.receive('call.transcribed', { suffix: '_4' });
    await until(() => service.attempts() === 4);
    for (const number of [1, 2, 3]) await back.receive('call.transcribed', { suffix: `_${number}` });
    for (const number of [5, 6]) await steady.receive('call.transcribed', { suffix: `_${number}` });
    go();
    await until(() => engine.callIds.length === 9);
    const turns = engine.callIds.slice(4).map((callId) => (callId.startsWith(back.callId) ? 'back' : 'steady'));
    expect(turns).toEqual(['back', 'steady', 'back', 'steady', 'back']);
  });

  it('of an operator wait until nobody else’s do, and cost the workspace no turn', async () => {
    const engine = new ScriptedEngine(
      () => analysed,
      () => 60_000,
    );
    const service = await serviceWith(engine, { ...quick, pollMs: 60_000 });
    const go = service.hold();
    const [brought, other] = [service.world(), service.world()];
    await brought.receive('call.transcribed', { suffix: '_old', background: true });
    await until(() => service.attempts() === 1);
    await brought.receive('call.transcribed', { suffix: '_older', background: true });
    await brought.receive('call.transcribed', { suffix: '_new' });
    await other.receive('call.transcribed', { suffix: '_1' });
    await other.receive('call.transcribed', { suffix: '_2' });
    go();
    await until(() => engine.callIds.length === 5);
    const [old, fresh, ...rest] = ['_old', '_new', '_older'].map((suffix) => brought.callId + suffix);
    expect(engine.callIds).toEqual([old, fresh, `${other.callId}_1`, `${other.callId}_2`, ...rest]);
  });

  it('of one call are done one revision after the other', async () => {
    const idle = await serviceWith(new ScriptedEngine(() => analysed));
    await idle.stopRunner();
    const { receive } = idle.world();
    await receive('call.transcribed', { revision: 1 });
    await receive('call.transcribed', { revision: 2 });
    const jobs = idle.app.get(AnalysisJobs);
    expect(await jobs.claim(60_000)).toMatchObject({ revision: 1 });
    expect(await jobs.claim(60_000)).toBeUndefined();
  });

  it('start at once when their message is handled', async () => {
    const { receive, sent } = (
      await serviceWith(new ScriptedEngine(() => analysed), { ...quick, pollMs: 60_000 })
    ).world();
    await receive('call.transcribed');
    await until(async () => (await sent('summary.ready')).length === 1); // long before the next look
  });

  it('are done once when several instances look for them', async () => {
    const engine = new ScriptedEngine(() => analysed);
    const one = await serviceWith(engine);
    await serviceWith(engine, quick, { database: one.database });
    await serviceWith(engine, quick, { database: one.database });
    const worlds = Array.from({ length: 20 }, () => one.world());
    await Promise.all(worlds.map(({ receive }) => receive('call.transcribed')));
    for (const { sent } of worlds) await until(async () => (await sent('summary.ready')).length === 1);
    expect([...engine.callIds].sort()).toEqual(worlds.map(({ callId }) => callId).sort());
  });
});
