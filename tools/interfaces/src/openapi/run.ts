import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are answers, not failures. Default: 0. */
  readonly answers?: readonly number[];
}

/** Runs a command to its end and gives what it wrote; a failure carries all of it. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ code: number; output: string }> {
  const { cwd, env = {}, answers = [0] } = options;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (!answers.includes(code)) throw new Error(`${command} ${args.join(' ')} failed\n${out}${err}`);
  return { code, output: out };
}
