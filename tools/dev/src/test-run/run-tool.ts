import { spawn } from 'node:child_process';

/**
 * Runs a tool with its output shown as it comes; resolves with whether it went well. Its messages go where ours go, so
 * that what a person reads is in order.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<boolean> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}
