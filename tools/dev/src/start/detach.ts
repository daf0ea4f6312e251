import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { paths } from './paths.ts';

/** Starts the supervisor as a separate process, shows its words until everything is ready, and leaves it running. */
export function startDetached(argv: readonly string[]): Promise<void> {
  const supervisor = fork(fileURLToPath(new URL('../start.js', import.meta.url)), [...argv, '--supervise'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    supervisor.on('message', (message: { say?: string; ready?: true; failed?: string }) => {
      if (message.say !== undefined) process.stdout.write(`${message.say}\n`);
      if (message.failed !== undefined) reject(new Error(message.failed));
      if (message.ready) {
        process.stdout.write(`Running in the background. Logs: ${paths.log}   Stop it with: npm stop\n`);
        supervisor.disconnect();
        supervisor.unref();
        resolve();
      }
    });
    supervisor.on('exit', (code) => reject(new Error(`It ended (exit code ${code}). See ${paths.log}`)));
  });
}
