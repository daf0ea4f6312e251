import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a program to its end and gives what it printed; a failure carries all of it. */
export async function outputOf(folder: string, file: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  const [code, printed, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${`${printed}\n${complaints}`.trim()}`);
  return printed;
}
