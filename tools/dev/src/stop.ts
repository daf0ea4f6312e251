import { until } from '@ci/testing';
import { paths } from './start/paths.ts';
import { isAlive, readRunFile } from './start/run-file.ts';

/** `npm stop`: asks the supervisor to end everything, and waits until it has. */
const run = readRunFile();
if (!run) {
  process.stdout.write('Nothing runs here.\n');
} else {
  process.stdout.write('Stopping … ');
  process.kill(run.supervisor, 'SIGTERM');
  await until(() => !isAlive(run.supervisor), { timeoutMs: 60_000, describe: 'the system has stopped' });
  process.stdout.write(`stopped. The data stays in ${paths.data}.\n`);
}
