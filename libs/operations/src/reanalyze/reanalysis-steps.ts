import type { OutdatedCall } from './outdated-call.ts';

/** How far it is. Times are in milliseconds, from whatever begin. */
export interface ReanalysisRun {
  /** In the order in which they are asked for. */
  readonly calls: readonly OutdatedCall[];
  /** How many of them were asked for. */
  readonly asked: number;
  /** Asked for and not ended, by the id of the call. */
  readonly underWay: ReadonlyMap<string, OutdatedCall>;
  readonly done: number;
  readonly failed: readonly OutdatedCall[];
  /** Deleted, or analysed again by another request. */
  readonly passedOver: number;
  readonly beganAt: number;
  readonly nextAt: number;
}

export interface ReanalysisPace {
  readonly perMinute: number;
  /** How many may be under way: the analyses behind set the pace when they are slower. */
  readonly mostUnderWay: number;
}

export type ReanalysisStep =
  | { readonly kind: 'ask'; readonly call: OutdatedCall }
  | { readonly kind: 'wait' }
  | { readonly kind: 'over' };

/** How one of them stands. */
export type ReanalysisEnd = 'done' | 'failed' | 'passed-over';

export function beginRun(calls: readonly OutdatedCall[], now: number): ReanalysisRun {
  return {
    calls: inTurns(calls),
    asked: 0,
    underWay: new Map(),
    done: 0,
    failed: [],
    passedOver: 0,
    beganAt: now,
    nextAt: now,
  };
}

/** One of each workspace, then the next of each: a large one does not keep the others waiting until its end. */
export function inTurns(calls: readonly OutdatedCall[]): readonly OutdatedCall[] {
  const turns: OutdatedCall[][] = [];
  const before = new Map<string, number>();
  for (const call of calls) {
    const turn = before.get(call.workspaceId) ?? 0;
    before.set(call.workspaceId, turn + 1);
    (turns[turn] ??= []).push(call);
  }
  return turns.flat();
}

export function nextStep(run: ReanalysisRun, now: number, { mostUnderWay }: ReanalysisPace): ReanalysisStep {
  const call = run.calls[run.asked];
  if (call === undefined) return { kind: run.underWay.size === 0 ? 'over' : 'wait' };
  return now < run.nextAt || run.underWay.size >= mostUnderWay ? { kind: 'wait' } : { kind: 'ask', call };
}

/** Time in which nothing could be asked for is not made up: the next one is due a turn after this one. */
export function noteAsked(run: ReanalysisRun, now: number, { perMinute }: ReanalysisPace): ReanalysisRun {
  const call = run.calls[run.asked];
  if (call === undefined) return run;
  const underWay = new Map(run.underWay).set(call.callId, call);
  return { ...run, asked: run.asked + 1, underWay, nextAt: now + 60_000 / perMinute };
}

/** It was refused, and has cost nothing: the next one is due at once. */
export function notePassedOver(run: ReanalysisRun): ReanalysisRun {
  return { ...run, asked: run.asked + 1, passedOver: run.passedOver + 1 };
}

export function noteEnds(run: ReanalysisRun, ends: ReadonlyMap<string, ReanalysisEnd>): ReanalysisRun {
  const ended = [...run.underWay.values()].filter(({ callId }) => ends.has(callId));
  if (ended.length === 0) return run;
  const of = (end: ReanalysisEnd) => ended.filter(({ callId }) => ends.get(callId) === end);
  return {
    ...run,
    underWay: new Map([...run.underWay].filter(([callId]) => !ends.has(callId))),
    done: run.done + of('done').length,
    failed: [...run.failed, ...of('failed')],
    passedOver: run.passedOver + of('passed-over').length,
  };
}

/** At the pace so far, and not faster than the pace that was asked for; undefined before the first end. */
export function estimatedEnd(run: ReanalysisRun, now: number, { perMinute }: ReanalysisPace): number | undefined {
  const ended = run.done + run.failed.length;
  if (ended === 0) return undefined;
  const left = run.calls.length - run.asked + run.underWay.size;
  return now + left * Math.max(60_000 / perMinute, (now - run.beganAt) / ended);
}

export function progressLine(run: ReanalysisRun, now: number, pace: ReanalysisPace): string {
  const { done, failed, passedOver, underWay, calls, asked } = run;
  const end = estimatedEnd(run, now, pace);
  return [
    `${done} done, ${failed.length} failed, ${passedOver} passed over`,
    `${calls.length - asked + underWay.size} left, ${underWay.size} of them under way`,
    ...(end === undefined ? [] : [`ends about ${new Date(end).toISOString().slice(0, 16)}Z`]),
  ].join('; ');
}
