import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '@ci/testing';
import { NothingToAnalyse, type AnalysisInput } from '../engine/summary-engine.ts';
import type { EngineAnswer } from './engine-answer.ts';
import { EngineProcess, type EngineProcessOptions } from './engine-process.ts';

const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'engine-process-'));
const processes: EngineProcess[] = [];

function engineProcess(options: Partial<EngineProcessOptions> = {}): EngineProcess {
  const made = new EngineProcess({ timeoutMs: 30_000, ...options });
  processes.push(made);
  return made;
}

/** A process that runs this when it gets a call. */
const running = (code: string): URL => {
  const file = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(file, `process.on('message', (input) => { ${code} })`);
  return pathToFileURL(file);
};

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

const onLinux = process.platform === 'linux' ? it : it.skip;
const autogroups = existsSync('/proc/self/autogroup') ? it : it.skip;

/** Answers with the session of the process, and its nice value. */
const tellsStanding = () =>
  running(`
  import('node:fs').then(({ readFileSync }) => {
    const stat = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\\) /, '').split(' ');
    const group = (() => { try { return readFileSync('/proc/self/autogroup', 'utf8') } catch { return '' } })();
    process.send({ kind: 'failed', problem: [stat[3] === String(process.pid), stat[16], group.trim().split(' ').at(-1)].join() });
  })`);

afterEach(async () => {
  for (const one of processes.splice(0)) await one.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the engine in its process', () => {
  onLinux('stands back behind other processes, in a session of its own', async () => {
    const answer = await engineProcess({ childFile: tellsStanding(), priority: 19 }).analyse('', never, 'wsp_1');
    expect(answer).toMatchObject({ problem: expect.stringMatching(/^true,19,/) as string });
  });

  autogroups(
    'stands back where processes are compared by session: 19 alone took half of the processor there',
    async () => {
      const answer = await engineProcess({ childFile: tellsStanding(), priority: 19 }).analyse('', never, 'wsp_1');
      expect(answer).toMatchObject({ problem: 'true,19,19' });
    },
  );

  it('analyses one call after the other, with dates counted from the day of the call', async () => {
    const engine = engineProcess();
    for (let round = 0; round < 2; round += 1) {
      const answer = await engine.analyse(
        input('I will send you the contract by next Friday.', 'Perfect, thank you.'),
        never,
        'wsp_1',
      );
      expect(answer).toMatchObject({
        kind: 'analysed',
        engine: { name: 'embedded' },
        result: { action_items: [{ owner: 'rep', due_date: '2026-11-27' }] },
      });
    }
  });

  it('says that there is nothing to analyse', async () => {
    expect(new NothingToAnalyse().name).toBe('NothingToAnalyse');
    expect(await engineProcess().analyse(input(' ', ''), never, 'wsp_1')).toEqual({ kind: 'nothing-to-analyse' });
  });

  it('tells where it failed, and quotes nothing', async () => {
    const answer = await engineProcess().analyse('{"startedAt": "secret words of the call', never, 'wsp_1');
    expect(answer).toMatchObject({ kind: 'failed', problem: expect.stringMatching(/^SyntaxError\n\s+at /) });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it.each([
    ['ends itself', `process.exit(3)`, /ended/],
    ['throws beside its promise', `setImmediate(() => { throw new Error('secret') })`, /ended with 1/],
    ['eats memory', `const all = []; while (true) all.push(new Array(10_000).fill(input + all.length))`, /ended/],
    ['never answers', `for (;;);`, /took too long/, 500],
  ])(
    'outlives a process that %s',
    async (_name, code, problem, timeoutMs = 60_000) => {
      const bad = engineProcess({ childFile: running(code), timeoutMs, maxHeapMb: 64 });
      expect(await bad.analyse('x', never, 'wsp_1')).toEqual({
        kind: 'failed',
        problem: expect.stringMatching(problem),
      });
      // The next call gets a new process.
      expect(await bad.analyse('x', never, 'wsp_1')).toMatchObject({ kind: 'failed' });
    },
    150_000,
  );

  it('ends a call that takes more processor time than its length explains, once and for all', async () => {
    const limited = (code: string) =>
      engineProcess({ childFile: running(code), processorLimitMs: (characters) => 100 * characters });
    expect(await limited(`for (;;);`).analyse('xxxxx', never, 'wsp_1')).toEqual({
      kind: 'failed',
      problem: expect.stringMatching(/more than 1 s of processor time/),
      final: true,
    });
    // Waiting takes none.
    const waiting = limited(`setTimeout(() => process.send({ kind: 'nothing-to-analyse' }), 1_500)`);
    expect(await waiting.analyse('xxxxx', never, 'wsp_1')).toEqual({ kind: 'nothing-to-analyse' });
  });

  it('tells what the call cost, also one that was ended', async () => {
    const busy = engineProcess({
      childFile: running(
        `const used = () => process.cpuUsage().user; const end = used() + 200_000; while (used() < end); process.send({ kind: 'nothing-to-analyse' })`,
      ),
    });
    await busy.analyse('x', never, 'wsp_1');
    expect(busy.spentMs()).toBeGreaterThan(100);
    const ended = engineProcess({ childFile: running(`for (;;);`), processorLimitMs: () => 200 });
    await ended.analyse('x', never, 'wsp_1');
    expect(ended.spentMs()).toBeGreaterThan(200);
    // Not what the one before it cost: that was another workspace's.
    await ended.analyse('x', AbortSignal.abort(), 'wsp_2');
    expect(ended.spentMs()).toBe(0);
  });

  it('gets a new process when the idle one has ended', async () => {
    const engine = engineProcess({
      childFile: running(`process.send({ kind: 'nothing-to-analyse' }); setTimeout(() => process.exit(), 10)`),
    });
    const ids = new Set<string>();
    await until(async () => {
      const answer = await engine.analyse('x', never, 'wsp_1');
      ids.add(answer.kind === 'failed' ? 'ended in the middle' : answer.kind);
      return engine.starts >= 3;
    });
    expect(ids).toContain('nothing-to-analyse');
  });

  it('is stopped in the middle of a call', async () => {
    const stop = new AbortController();
    const busy: Promise<EngineAnswer> = engineProcess({ childFile: running('for (;;);') }).analyse(
      'x',
      stop.signal,
      'wsp_1',
    );
    stop.abort();
    expect(await busy).toEqual({ kind: 'aborted' });
    expect(await engineProcess().analyse(input('Hello.'), stop.signal, 'wsp_1')).toEqual({ kind: 'aborted' });
  });
});
