import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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
    /** Why the file broke, else what jest has printed of its failures. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
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

export interface Failed {
  readonly file: string;
  /** undefined: the file broke before a test of it ran. */
  readonly test: string | undefined;
  /** The first lines of the error. */
  readonly message: readonly string[];
}

const SHOWN_LINES = 8;

/** Reported again at the end of a run: of a long log, often nothing but the end is kept. */
export function failedIn(runs: readonly JestResults[], workspace: string): readonly Failed[] {
  return runs
    .flatMap((run) => run.testResults)
    .flatMap(({ name, message, assertionResults }): Failed[] => {
      const file = path.relative(workspace, name);
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          file,
          test: fullName,
          message: firstLines(failureMessages?.[0] ?? ''),
        }));
      const broke = assertionResults.length === 0 && message !== undefined && message !== '';
      return broke ? [{ file, test: undefined, message: firstLines(message) }] : failed;
    });
}

function firstLines(message: string): readonly string[] {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES);
}

export function closingLine({ passed, failed, skipped }: Totals): string {
  return `tests: ${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}
