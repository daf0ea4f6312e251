import { Readable } from 'node:stream';
import { lineOf, type OutdatedCall } from './outdated-call.ts';
import { readCalls } from './reanalyze-command.ts';
import { reanalyzeCalls, type Reanalysis } from './reanalyze-calls.ts';
import type { ReanalysisEnd, ReanalysisRun } from './reanalysis-steps.ts';

const calls = ['a', 'b', 'c', 'd'].map((callId): OutdatedCall => ({ workspaceId: 'wsp_1', callId, revision: 1 }));

/** Each analysis ends with the next look; time passes with each pause alone. */
async function run(ends: Readonly<Record<string, ReanalysisEnd>>, refused: readonly string[] = []) {
  let now = 0;
  const asked: [string, number][] = [];
  const lines: ReanalysisRun[] = [];
  const reanalysis: Reanalysis = {
    ask: async ({ callId }) => {
      if (!refused.includes(callId)) asked.push([callId, now]);
      return !refused.includes(callId);
    },
    ended: async (some) => new Map(some.map(({ callId }) => [callId, ends[callId] ?? 'done'])),
  };
  const result = await reanalyzeCalls(calls, {
    reanalysis,
    pace: { perMinute: 60, mostUnderWay: 2 },
    actor: 'operator',
    now: () => now,
    pause: async () => (now += 500),
    onProgress: (line) => lines.push(line),
  });
  return { asked, result, most: Math.max(...lines.map(({ underWay }) => underWay.size)) };
}

it('one that fails does not stop it, and is named', async () => {
  const { asked, result } = await run({ b: 'failed' });
  expect(asked.map(([callId]) => callId)).toEqual(['a', 'b', 'c', 'd']);
  expect(result).toMatchObject({ done: 3, failed: [calls[1]], passedOver: 0 });
});

it('asks for one a second when sixty a minute are wanted, and passes over what is gone', async () => {
  const { asked, result, most } = await run({}, ['a', 'c']);
  expect(asked).toEqual([
    ['b', 0],
    ['d', 1_000],
  ]);
  expect([result.done, result.passedOver, most]).toEqual([2, 2, 1]);
});

it('the list is read as it was written, and nothing else', async () => {
  expect(await readCalls(Readable.from(calls.map((call) => `${lineOf(call)}\n`)))).toEqual(calls);
  await expect(readCalls(Readable.from(['{"call_id":"a"}\n']))).rejects.toThrow('Line 1 of the list');
});
