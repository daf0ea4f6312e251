import path from 'node:path';

/** What `jest --json` writes, as far as it is read here. */
export interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that broke before a test of theirs ran. */
  readonly numRuntimeErrorTestSuites: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export interface Skipped {
  readonly file: string;
  readonly test: string;
  /** What the name ends in: `it.skip('… (skipped: no Docker engine answers)')`. */
  readonly reason: string | undefined;
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Sums runs. A file that broke counts as one failed test: something in it did not hold. */
export function totalsOf(runs: readonly JestResults[]): Totals {
  const sum = (count: (run: JestResults) => number): number => runs.reduce((total, run) => total + count(run), 0);
  return {
    passed: sum((run) => run.numPassedTests),
    failed: sum((run) => run.numFailedTests + run.numRuntimeErrorTestSuites),
    skipped: sum((run) => run.numPendingTests + run.numTodoTests),
  };
}

export function skippedIn(runs: readonly JestResults[], workspace: string): readonly Skipped[] {
  return runs
    .flatMap((run) => run.testResults)
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => ['pending', 'skipped', 'todo', 'disabled'].includes(status))
        .map(({ fullName }) => ({
          file: path.relative(workspace, name),
          test: fullName,
          reason: /\bskipped: (.+?)\)?$/.exec(fullName)?.[1],
        })),
    );
}

export function closingLine({ passed, failed, skipped }: Totals): string {
  return `tests: ${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}
