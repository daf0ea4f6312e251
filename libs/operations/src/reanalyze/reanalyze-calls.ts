import {
  beginRun,
  nextStep,
  noteAsked,
  noteEnds,
  notePassedOver,
  type ReanalysisEnd,
  type ReanalysisPace,
  type ReanalysisRun,
} from './reanalysis-steps.ts';
import type { OutdatedCall } from './outdated-call.ts';

/** How a service asks for analyses of its calls, and sees what became of them. */
export interface Reanalysis {
  /** Asks for the next revision as a client would, in the background; false when the call is gone or does not need that now. */
  readonly ask: (call: OutdatedCall, actor: string) => Promise<boolean>;
  /** Those of them that have ended, by the id of the call. */
  readonly ended: (calls: readonly OutdatedCall[]) => Promise<ReadonlyMap<string, ReanalysisEnd>>;
}

export interface ReanalyzeParts {
  readonly reanalysis: Reanalysis;
  readonly pace: ReanalysisPace;
  readonly actor: string;
  readonly now: () => number;
  /** Until it is time to look again. */
  readonly pause: () => Promise<unknown>;
  readonly onProgress: (run: ReanalysisRun) => void;
}

/** Asks for one after the other and waits for the last. Nothing is stored of it: another run begins with what is left. */
export async function reanalyzeCalls(
  calls: readonly OutdatedCall[],
  { reanalysis, pace, actor, now, pause, onProgress }: ReanalyzeParts,
): Promise<ReanalysisRun> {
  let run = beginRun(calls, now());
  for (;;) {
    const step = nextStep(run, now(), pace);
    if (step.kind === 'over') return run;
    if (step.kind === 'ask') {
      run = (await reanalysis.ask(step.call, actor)) ? noteAsked(run, now(), pace) : notePassedOver(run);
    } else {
      await pause();
      run = noteEnds(run, await reanalysis.ended([...run.underWay.values()]));
    }
    onProgress(run);
  }
}
