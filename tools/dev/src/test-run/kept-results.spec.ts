import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KeptResults } from './kept-results.ts';
import { totalsOf, type JestResults } from './report.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'kept-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const resultsOf = (file: string, ...statuses: readonly string[]): JestResults => ({
  numPassedTests: statuses.length,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  success: true,
  testResults: [
    {
      name: `/workspace/${file}`,
      startTime: 1,
      endTime: 2,
      assertionResults: statuses.map((status, index) => ({ fullName: `test ${String(index)}`, status })),
    },
  ],
});

function kept(results: JestResults): KeptResults {
  const file = path.join(folder, 'cache/results.json');
  new KeptResults(file).keep(results, '/workspace', () => 'key');
  return new KeptResults(file);
}

describe('results that are kept', () => {
  it('hold for the same key, in another run, and are counted', () => {
    const results = kept(resultsOf('a.spec.ts', 'passed', 'passed'));
    expect(results.has('a.spec.ts', 'key')).toBe(true);
    expect(totalsOf([results.resultsOf('/workspace', ['a.spec.ts'])])).toEqual({ passed: 2, failed: 0, skipped: 0 });
  });

  it('do not hold when something has changed that they depend on', () => {
    expect(kept(resultsOf('a.spec.ts', 'passed')).has('a.spec.ts', 'another key')).toBe(false);
  });

  it('are those of files that passed whole: a failed or a skipped test is tried again', () => {
    for (const status of ['failed', 'pending', 'todo'])
      expect(kept(resultsOf('a.spec.ts', 'passed', status)).has('a.spec.ts', 'key')).toBe(false);
    expect(kept(resultsOf('a.spec.ts')).has('a.spec.ts', 'key')).toBe(false);
  });
});
