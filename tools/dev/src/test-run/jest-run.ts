import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from './run-tool.ts';
import type { JestResults } from './report.ts';

const onlyListed = path.resolve(import.meta.dirname, '../../jest/only-listed.cjs');
const inOrder = path.resolve(import.meta.dirname, '../../jest/in-order.cjs');
const preset = path.resolve(import.meta.dirname, '../../../../jest.preset.js');
const leaveAtOnce = path.resolve(import.meta.dirname, '../../jest/leave-at-once.mjs');

export interface JestRun {
  readonly workspace: string;
  /** Of their projects. */
  readonly folders: readonly string[];
  /** What is run, one after another, as they are listed. */
  readonly files: readonly string[];
  /** Global setups start no Postgres and no Kafka. */
  readonly unitOnly?: boolean;
  readonly namePattern: string | undefined;
  /** How long jest may take to end after it has written its results, which is the last that it does. Default: 60 s. */
  readonly endWithinMs?: number;
  /** It took longer, and was ended: a test left something open. */
  readonly onLeftOpen: () => void;
}

/** One run of jest over several projects; undefined when it did not come so far as to write its results. */
export async function runJest(run: JestRun): Promise<JestResults | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-tests-'));
  const file = path.join(folder, 'results.json');
  const list = path.join(folder, 'files');
  await writeFile(list, run.files.map((each) => path.join(run.workspace, each)).join('\n'));
  try {
    await runTool('jest', await jestArguments(run, file), {
      cwd: run.workspace,
      // What has been compiled once is loaded sooner, by this process and by those that it starts.
      env: { TEST_FILES: list, NODE_COMPILE_CACHE: path.join(run.workspace, '.data', 'compiled') },
      // Written after every globalTeardown.
      afterResults: { file, endWithinMs: run.endWithinMs ?? 60_000, onEnded: run.onLeftOpen },
    });
    return JSON.parse(await readFile(file, 'utf8')) as JestResults;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function jestArguments({ folders, unitOnly, namePattern }: JestRun, resultsFile: string): Promise<string[]> {
  const { default: settings } = (await import(preset)) as { default: { testTimeout: number } };
  return [
    '--projects',
    ...folders,
    `--testSequencer=${inOrder}`,
    ...(unitOnly ? ['--testPathIgnorePatterns=.int.spec.ts$'] : []),
    ...(namePattern === undefined ? [] : [`--testNamePattern=${namePattern}`]),
    // Of a run over several projects Jest takes it from here alone.
    `--testTimeout=${String(settings.testTimeout)}`,
    '--reporters=default',
    `--reporters=${leaveAtOnce}`,
    '--json',
    `--outputFile=${resultsFile}`,
    `--filter=${onlyListed}`,
  ];
}
