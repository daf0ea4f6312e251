import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a program whose output a person reads. Resolves with its exit code. */
export function runProgram(folder: string, file: string, args: readonly string[]): Promise<number> {
  const child = spawn(file, args, { cwd: folder, stdio: 'inherit', env: withoutNxServices() });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a program to its end and gives what it printed; a failure carries all of it. */
export async function outputOf(folder: string, file: string, args: readonly string[]): Promise<string> {
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: withoutNxServices() });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  const [code, printed, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${`${printed}\n${complaints}`.trim()}`);
  return printed;
}

function withoutNxServices(): NodeJS.ProcessEnv {
  return { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
}
