import { closingLine, skippedIn, totalsOf, type JestResults } from './report.ts';

const run = (results: Partial<JestResults>): JestResults => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  success: true,
  testResults: [],
  ...results,
});

describe('the report of a test run', () => {
  it('sums what several runs counted', () => {
    const runs = [
      run({ numPassedTests: 40, numPendingTests: 1 }),
      run({ numPassedTests: 2, numFailedTests: 1, numTodoTests: 1 }),
    ];
    expect(closingLine(totalsOf(runs))).toBe('tests: 42 passed, 1 failed, 2 skipped');
  });

  it('counts a file that broke before its tests ran as a failure', () => {
    expect(totalsOf([run({ numPassedTests: 3, numRuntimeErrorTestSuites: 1 })])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    });
  });

  it('lists what was skipped, with the reason from its name', () => {
    const assertionResults = [
      { fullName: 'parts start in containers (skipped: no Docker engine answers)', status: 'pending' },
      { fullName: 'parts are forgotten', status: 'pending' },
      { fullName: 'real exports skipped: there are no samples', status: 'pending' },
      { fullName: 'parts start', status: 'passed' },
    ];
    const runs = [
      run({
        testResults: [{ name: '/project/libs/testing/src/parts.spec.ts', startTime: 0, endTime: 1, assertionResults }],
      }),
    ];
    expect(skippedIn(runs, '/project')).toEqual([
      {
        file: 'libs/testing/src/parts.spec.ts',
        test: 'parts start in containers (skipped: no Docker engine answers)',
        reason: 'no Docker engine answers',
      },
      { file: 'libs/testing/src/parts.spec.ts', test: 'parts are forgotten', reason: undefined },
      {
        file: 'libs/testing/src/parts.spec.ts',
        test: 'real exports skipped: there are no samples',
        reason: 'there are no samples',
      },
    ]);
  });
});
