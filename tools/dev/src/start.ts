import { startDetached } from './start/detach.ts';
import { readStartOptions } from './start/options.ts';
import { detachedOutput, terminalOutput } from './start/output.ts';
import { readRunFile } from './start/run-file.ts';
import { supervise } from './start/supervise.ts';

/** `npm start`, after installation and build. */
const argv = process.argv.slice(2);
const options = readStartOptions(argv);
const running = readRunFile();

if (running && running.supervisor !== process.pid) {
  process.stdout.write(`It runs already: ${running.baseUrl ?? 'it is still starting'}. Stop it with: npm stop\n`);
} else if (options.supervise) {
  await superviseInBackground();
} else {
  try {
    await (options.detach ? startDetached(argv) : supervise(options, terminalOutput(), () => undefined));
  } catch (error) {
    process.stderr.write(`\n${(error as Error).message}\n`);
    process.exit(1);
  }
}

async function superviseInBackground(): Promise<void> {
  const output = detachedOutput();
  try {
    await supervise(options, output, () => process.send?.({ ready: true }));
  } catch (error) {
    output.log('start', (error as Error).stack ?? String(error));
    if (process.connected) process.send?.({ failed: (error as Error).message }, () => process.exit(1));
    else process.exit(1);
  }
}
