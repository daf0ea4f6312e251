import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedStart } from '@ci/testing';
import type { JestResults } from './report.ts';

export interface Stage {
  readonly title: string;
  readonly seconds: number;
}

/** What took the time of a run: each stage, the slowest files, and every start of Postgres, Kafka, a service or a program, by who asked for it. */
export function timesOf(
  stages: readonly Stage[],
  runs: readonly JestResults[],
  starts: readonly RecordedStart[],
  workspace: string,
): readonly string[] {
  return [
    ...stages.map(({ title, seconds }) => `${inSeconds(seconds)}  ${title}`),
    '',
    'the slowest files:',
    ...slowestFiles(runs, workspace),
    '',
    ...startsByFile(starts, workspace),
  ];
}

/** As they were recorded; none when nothing was started. */
export function readStarts(file: string): readonly RecordedStart[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RecordedStart);
}

function slowestFiles(runs: readonly JestResults[], workspace: string): readonly string[] {
  return runs
    .flatMap((run) => run.testResults)
    .map(({ name, startTime, endTime }) => ({ file: path.relative(workspace, name), ms: endTime - startTime }))
    .sort((left, right) => right.ms - left.ms)
    .slice(0, 20)
    .map(({ file, ms }) => `${inSeconds(ms / 1_000)}  ${file}`);
}

function startsByFile(starts: readonly RecordedStart[], workspace: string): readonly string[] {
  const sum = (of: readonly RecordedStart[]): number => of.reduce((total, { ms }) => total + ms, 0) / 1_000;
  const byFile = Map.groupBy(starts, ({ by }) => (by === undefined ? 'the run itself' : path.relative(workspace, by)));
  return [
    `${starts.length} starts, ${inSeconds(sum(starts)).trim()} together:`,
    ...[...byFile]
      .sort(([, left], [, right]) => sum(right) - sum(left))
      .map(([file, of]) => `${inSeconds(sum(of))}  ${file}: ${whatStarted(of)}`),
  ];
}

/** `Kafka 4.1 s, keys create 0.9 s + 0.8 s`. */
function whatStarted(starts: readonly RecordedStart[]): string {
  return [...Map.groupBy(starts, ({ what }) => what)]
    .map(([what, of]) => `${what} ${of.map(({ ms }) => inSeconds(ms / 1_000).trim()).join(' + ')}`)
    .join(', ');
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(1).padStart(7)} s`;
