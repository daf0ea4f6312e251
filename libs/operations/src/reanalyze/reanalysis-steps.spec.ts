import type { OutdatedCall } from './outdated-call.ts';
import {
  beginRun,
  estimatedEnd,
  inTurns,
  nextStep,
  noteAsked,
  noteEnds,
  notePassedOver,
  progressLine,
  type ReanalysisEnd,
  type ReanalysisRun,
} from './reanalysis-steps.ts';

const pace = { perMinute: 30, mostUnderWay: 2 };
const call = (callId: string, workspaceId = 'wsp_1'): OutdatedCall => ({ workspaceId, callId, revision: 1 });
const three = [call('a'), call('b'), call('c')];
const ends = (run: ReanalysisRun, ...all: [string, ReanalysisEnd][]) => noteEnds(run, new Map(all));

describe('whose turn it is', () => {
  it('is each workspace’s, one call after the other', () => {
    const calls = [call('a1'), call('a2'), call('a3'), call('b1', 'wsp_2'), call('c1', 'wsp_3'), call('c2', 'wsp_3')];
    expect(inTurns(calls).map(({ callId }) => callId)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });
});

describe('the pace', () => {
  it('is not above the rate, nor caught up with after a pause', () => {
    let run = beginRun(three, 0);
    expect(nextStep(run, 0, pace)).toEqual({ kind: 'ask', call: three[0] });
    run = ends(noteAsked(run, 0, pace), ['a', 'done']);
    expect(nextStep(run, 1_999, pace)).toEqual({ kind: 'wait' });
    expect(nextStep(run, 60_000, pace)).toEqual({ kind: 'ask', call: three[1] });
    run = noteAsked(run, 60_000, pace);
    expect(nextStep(run, 60_001, pace)).toEqual({ kind: 'wait' });
  });

  it('waits for analyses that lag behind', () => {
    let run = noteAsked(noteAsked(beginRun(three, 0), 0, pace), 2_000, pace);
    expect(nextStep(run, 3_600_000, pace)).toEqual({ kind: 'wait' });
    run = ends(run, ['b', 'failed']);
    expect(nextStep(run, 3_600_000, pace)).toMatchObject({ kind: 'ask', call: { callId: 'c' } });
  });

  it('is not lowered by a call that is gone', () => {
    expect(nextStep(notePassedOver(beginRun(three, 0)), 0, pace)).toMatchObject({ call: { callId: 'b' } });
  });
});

describe('a run', () => {
  it('is over when the last one has ended, and knows how each did', () => {
    let run = beginRun(three, 0);
    for (const at of [0, 2_000, 4_000]) run = noteAsked(run, at, pace);
    expect(nextStep(run, 9_000, pace)).toEqual({ kind: 'wait' });
    run = ends(ends(run, ['a', 'done'], ['b', 'failed']), ['c', 'passed-over'], ['other', 'done']);
    expect(nextStep(run, 9_000, pace)).toEqual({ kind: 'over' });
    expect(run).toMatchObject({ done: 1, failed: [three[1]], passedOver: 1 });
    expect(nextStep(beginRun([], 0), 0, pace)).toEqual({ kind: 'over' });
  });

  it('says when it ends: at the rate, or later when the analyses are slower', () => {
    const run = noteAsked(beginRun(three, 0), 0, pace);
    expect(estimatedEnd(run, 500, pace)).toBeUndefined();
    expect(estimatedEnd(ends(run, ['a', 'done']), 500, pace)).toBe(4_500);
    expect(estimatedEnd(ends(run, ['a', 'done']), 60_000, pace)).toBe(180_000);
    expect(progressLine(ends(run, ['a', 'done']), 60_000, pace)).toBe(
      '1 done, 0 failed, 0 passed over; 2 left, 0 of them under way; ends about 1970-01-01T00:03Z',
    );
  });
});
