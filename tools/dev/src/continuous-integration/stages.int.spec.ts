import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { commandLineOf, until } from '@ci/testing';

const workspace = path.resolve(import.meta.dirname, '../../../..');

/** A list of stages as .ci/run is one, with other commands. */
const listOf = (stages: readonly string[]): string =>
  ['set -euo pipefail', 'source .ci/prerequisites.sh', 'source .ci/stages.sh', ...stages, 'finish 2>&1'].join('\n');

/** What a list prints, and how it ends. */
function runList(stages: readonly string[]): Promise<{ readonly output: string; readonly code: number }> {
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', listOf(stages)], { cwd: workspace }, (_error, stdout, stderr) =>
      resolve({ output: stdout + stderr, code: child.exitCode ?? -1 }),
    );
  });
}

const tableOf = (output: string): string => output.slice(output.indexOf('used   budget'));

describe('the stages of continuous integration', () => {
  it('pass with a table of what each has used of its budget', async () => {
    const { output, code } = await runList(['stage 5m 10m echo one', 'stage 90s 10m true']);
    expect(code).toBe(0);
    expect(output).toContain('\none\n');
    expect(tableOf(output)).toMatch(/passed +\d+:\d\d +5:00 {2}echo one\n.*passed +\d+:\d\d +1:30 {2}true\n/);
    expect(output).not.toContain('!!');
  });

  it('all run though one fails, which is told again before the table with its last lines, and behind it with the very last', async () => {
    const { output, code } = await runList(['stage 5m 10m bash -c "echo why; exit 3"', 'stage 5m 10m echo two']);
    expect(code).toBe(1);
    expect(output).toContain('\ntwo\n');
    expect(output).toMatch(/failed, as stage 1: .*Its last lines:\nwhy\n/);
    expect(tableOf(output)).toMatch(/failed .*echo why.*\n.*passed .*echo two/);
    expect(output).toMatch(/1 of 2 stages failed\.\nci: 1: .*\nwhy\n/);
  });

  it('end with what the tests of all of them have counted, alone on the last line', async () => {
    const counts = (line: string) => `stage 5m 10m bash -c 'echo "${line}"; echo more'`;
    const counting = [counts('tests: 12 passed, 0 failed, 1 skipped'), counts('tests: 3 passed, 0 failed, 0 skipped')];
    const { output, code } = await runList(counting);
    expect(code).toBe(0);
    expect(output.trimEnd().split('\n').at(-1)).toBe('tests: 15 passed, 0 failed, 1 skipped');
  });

  it('end with a failed test for each that failed without counting any', async () => {
    const counted = `stage 5m 10m bash -c 'echo "tests: 12 passed, 2 failed, 1 skipped"; exit 1'`;
    const { output, code } = await runList([counted, 'stage 5m 10m false', 'stage 5m 10m true']);
    expect(code).toBe(1);
    expect(output.trimEnd().split('\n').at(-1)).toBe('tests: 12 passed, 3 failed, 1 skipped');
  });

  it('say loudly which took longer than its budget, and let it pass', async () => {
    const { output, code } = await runList(['stage 0s 10m sleep 1.5']);
    expect(code).toBe(0);
    expect(tableOf(output)).toMatch(/!! beyond its budget: sleep 1\.5 took \d+:\d\d, its budget is 0:00/);
  });

  it('end one that hangs at its limit, with what it has started, and go on', async () => {
    const hangs = `bash -c 'sleep 600 & echo "child $!"; wait'`;
    const { output, code } = await runList([`stage 1s 2s ${hangs}`, 'stage 5m 10m echo two']);
    expect(code).toBe(1);
    expect(tableOf(output)).toMatch(/ended after 2s .*sleep 600/);
    expect(output).toContain('\ntwo\n');
    const child = Number(/^child (\d+)$/m.exec(output)?.[1]);
    await until(() => commandLineOf(child) === undefined);
  });

  it('do not wait for what holds the output of a stage that is over', async () => {
    const leaves = `bash -c 'setsid sleep 600 & echo "child $!"'`;
    const { output, code } = await runList([`stage 5m 10m ${leaves}`]);
    process.kill(Number(/^child (\d+)$/m.exec(output)?.[1]));
    expect(code).toBe(0);
  });

  it('end with the list when that is interrupted', async () => {
    const list = listOf([`stage 5m 10m bash -c 'sleep 600 & echo "child $!"; wait'`, 'stage 5m 10m echo two']);
    const running = spawn('bash', ['-c', list], { cwd: workspace });
    let output = '';
    running.stdout.on('data', (chunk) => (output += String(chunk)));
    const ended = once(running, 'close');
    await until(() => /^child \d+$/m.test(output));
    running.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(output).not.toContain('two');
    const child = Number(/^child (\d+)$/m.exec(output)?.[1]);
    await until(() => commandLineOf(child) === undefined);
  });
});
