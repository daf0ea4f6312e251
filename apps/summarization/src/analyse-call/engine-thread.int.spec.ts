import { until } from '@ci/testing';
import { NothingToAnalyse, type AnalysisInput } from '../engine/summary-engine.ts';
import type { EngineAnswer } from './engine-answer.ts';
import { EngineThread, type EngineThreadOptions } from './engine-thread.ts';

const never = new AbortController().signal;
const threads: EngineThread[] = [];

function thread(options: Partial<EngineThreadOptions> = {}): EngineThread {
  const made = new EngineThread({ timeoutMs: 30_000, ...options });
  threads.push(made);
  return made;
}

/** A thread that runs this when it gets a call. */
const running = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (input) => { ${code} })`)}`,
  );

const input = (...texts: readonly string[]): string => {
  const call: AnalysisInput = {
    callId: 'call_1',
    startedAt: new Date('2026-11-18T15:00:00Z'),
    timezone: 'Europe/Lisbon',
    rep: { name: null },
    prospect: { name: null, company: null, email: null },
    title: null,
    segments: texts.map((text, index) => ({
      speaker: index % 2 === 0 ? 'rep' : 'prospect',
      start_ms: index * 8_000,
      end_ms: index * 8_000 + 7_000,
      text,
    })),
  };
  return JSON.stringify(call);
};

afterEach(async () => {
  for (const one of threads.splice(0)) await one.close();
});

describe('the engine in its thread', () => {
  it('analyses one call after the other, with dates counted from the day of the call', async () => {
    const engine = thread();
    for (let round = 0; round < 2; round += 1) {
      const answer = await engine.analyse(
        input('I will send you the contract by next Friday.', 'Perfect, thank you.'),
        never,
      );
      expect(answer).toMatchObject({
        kind: 'analysed',
        engine: { name: 'rules' },
        result: { action_items: [{ owner: 'rep', due_date: '2026-11-27' }] },
      });
    }
  });

  it('says that there is nothing to analyse', async () => {
    expect(new NothingToAnalyse().name).toBe('NothingToAnalyse');
    expect(await thread().analyse(input(' ', ''), never)).toEqual({ kind: 'nothing-to-analyse' });
  });

  it('tells where it failed, and quotes nothing', async () => {
    const answer = await thread().analyse('{"startedAt": "secret words of the call', never);
    expect(answer).toMatchObject({ kind: 'failed', problem: expect.stringMatching(/^SyntaxError\n\s+at /) });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it.each([
    ['ends itself', `process.exit(3)`, /ended/],
    ['throws beside its promise', `setImmediate(() => { throw new Error('secret') })`, /ended: Error$/],
    ['eats memory', `const all = []; while (true) all.push(new Array(10_000).fill(input + all.length))`, /ended/],
    ['never answers', `for (;;);`, /took too long/],
  ])(
    'outlives a thread that %s',
    async (_name, code, problem) => {
      const bad = thread({ workerFile: running(code), timeoutMs: 2_000, maxHeapMb: 64 });
      expect(await bad.analyse('x', never)).toEqual({ kind: 'failed', problem: expect.stringMatching(problem) });
      // The next call gets a new thread.
      expect(await bad.analyse('x', never)).toMatchObject({ kind: 'failed' });
    },
    30_000,
  );

  it('gets a new thread when the idle one has ended', async () => {
    const engine = thread({
      workerFile: running(
        `parentPort.postMessage({ kind: 'nothing-to-analyse' }); setTimeout(() => process.exit(), 10)`,
      ),
    });
    const ids = new Set<string>();
    await until(async () => {
      const answer = await engine.analyse('x', never);
      ids.add(answer.kind === 'failed' ? 'ended in the middle' : answer.kind);
      return engine.starts >= 3;
    });
    expect(ids).toContain('nothing-to-analyse');
  });

  it('is stopped in the middle of a call', async () => {
    const stop = new AbortController();
    const busy: Promise<EngineAnswer> = thread({ workerFile: running('for (;;);') }).analyse('x', stop.signal);
    stop.abort();
    expect(await busy).toEqual({ kind: 'aborted' });
    expect(await thread().analyse(input('Hello.'), stop.signal)).toEqual({ kind: 'aborted' });
  });
});
