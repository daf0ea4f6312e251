import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordStart } from '@ci/testing/record-start';
import type { JestResults } from './report.ts';
import { readStarts, timesOf } from './times.ts';

const file = (name: string, seconds: number) => ({
  name: `/workspace/${name}`,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  assertionResults: [],
});
const runOf = (...testResults: JestResults['testResults']): JestResults => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  success: true,
  testResults,
});

describe('what took the time of a run', () => {
  it('is each stage, the slowest files of all runs, and each start by who asked for it', () => {
    const many = Array.from({ length: 25 }, (_, index) => file(`fast-${index}.spec.ts`, 0.1));
    const starts = [
      { what: 'Postgres', ms: 2_000, by: undefined },
      { what: 'Kafka', ms: 4_040, by: '/workspace/b.e2e.spec.ts' },
      { what: 'contacts', ms: 900, by: '/workspace/b.e2e.spec.ts' },
      { what: 'contacts', ms: 800, by: '/workspace/b.e2e.spec.ts' },
    ];
    const runs = [runOf(file('a.spec.ts', 2), ...many), runOf(file('b.e2e.spec.ts', 12.34))];
    const lines = timesOf([{ title: 'build', seconds: 61 }], runs, starts, '/workspace');
    expect(lines.slice(0, 6)).toEqual([
      '   61.0 s  build',
      '',
      'the slowest files:',
      '   12.3 s  b.e2e.spec.ts',
      '    2.0 s  a.spec.ts',
      '    0.1 s  fast-0.spec.ts',
    ]);
    expect(lines.filter((line) => line.endsWith('.spec.ts'))).toHaveLength(20);
    expect(lines.slice(-3)).toEqual([
      '4 starts, 7.7 s together:',
      '    5.7 s  b.e2e.spec.ts: Kafka 4.0 s, contacts 0.9 s + 0.8 s',
      '    2.0 s  the run itself: Postgres 2.0 s',
    ]);
  });
});

describe('starts', () => {
  let folder: string;
  const before = process.env['TEST_STARTS_FILE'];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'starts-'));
    process.env['TEST_STARTS_FILE'] = path.join(folder, 'starts');
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TEST_STARTS_FILE'];
    else process.env['TEST_STARTS_FILE'] = before;
    rmSync(folder, { recursive: true });
  });

  it('are recorded with the file that asked for them, also those that fail', async () => {
    expect(await recordStart('a server', async () => 'up')).toBe('up');
    await expect(recordStart('another', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const starts = readStarts(path.join(folder, 'starts'));
    expect(starts.map(({ what, by }) => [what, by])).toEqual([
      ['a server', import.meta.filename],
      ['another', import.meta.filename],
    ]);
  });

  it('that nobody recorded are none', () => {
    expect(readStarts(path.join(folder, 'starts'))).toEqual([]);
  });
});
