import { closingLine, failedIn, skippedIn, totalsOf, type JestResults } from './report.ts';

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
      { fullName: 'infrastructure starts in containers (skipped: no Docker engine answers)', status: 'pending' },
      { fullName: 'infrastructure is forgotten', status: 'pending' },
      { fullName: 'real exports skipped: there are no samples', status: 'pending' },
      { fullName: 'infrastructure starts', status: 'passed' },
    ];
    const runs = [
      run({
        testResults: [
          { name: '/project/libs/testing/src/infrastructure.spec.ts', startTime: 0, endTime: 1, assertionResults },
        ],
      }),
    ];
    expect(skippedIn(runs, '/project')).toEqual([
      {
        file: 'libs/testing/src/infrastructure.spec.ts',
        test: 'infrastructure starts in containers (skipped: no Docker engine answers)',
        reason: 'no Docker engine answers',
      },
      { file: 'libs/testing/src/infrastructure.spec.ts', test: 'infrastructure is forgotten', reason: undefined },
      {
        file: 'libs/testing/src/infrastructure.spec.ts',
        test: 'real exports skipped: there are no samples',
        reason: 'there are no samples',
      },
    ]);
  });

  it('tells again what failed, with the first lines of the error', () => {
    const file = { startTime: 0, endTime: 1 };
    const error = `\u001B[31mError: no summary in 60 s\u001B[39m\n\n${'    at step\n'.repeat(40)}`;
    const runs = [
      run({
        testResults: [
          {
            ...file,
            name: '/project/apps/e2e/src/a.e2e.spec.ts',
            message: 'printed',
            assertionResults: [
              { fullName: 'a call is summarized', status: 'failed', failureMessages: [error] },
              { fullName: 'a call is listed', status: 'passed', failureMessages: [] },
            ],
          },
          { ...file, name: '/project/b.spec.ts', message: 'Cannot find module c', assertionResults: [] },
          { ...file, name: '/project/d.spec.ts', message: '', assertionResults: [] },
        ],
      }),
    ];
    expect(failedIn(runs, '/project')).toEqual([
      {
        file: 'apps/e2e/src/a.e2e.spec.ts',
        test: 'a call is summarized',
        message: ['Error: no summary in 60 s', ...Array.from({ length: 7 }, () => '    at step')],
      },
      { file: 'b.spec.ts', test: undefined, message: ['Cannot find module c'] },
    ]);
  });
});
