import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { signalProcessTree } from '@ci/testing';

export interface ToolOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Hears what it prints; without, that is shown as it comes. */
  readonly onOutput?: (text: string) => void;
  /** For a tool whose last act is to write a file: if it is still there so long after, it is ended with all that it has started. */
  readonly afterResults?: { readonly file: string; readonly endWithinMs: number; readonly onEnded: () => void };
}

/**
 * Runs a tool; resolves with whether it went well. Its messages go where ours go, so
 * that what a person reads is in order.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env = {}, onOutput, afterResults }: ToolOptions,
): Promise<boolean> {
  const output = onOutput === undefined ? 'inherit' : 'pipe';
  const child = spawn(command, args, { cwd, stdio: ['ignore', output, output], env: { ...process.env, ...env } });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => onOutput?.(String(chunk)));
  const stopWatching = afterResults && child.pid !== undefined ? endWhenLate(child.pid, afterResults) : undefined;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(onOutput === undefined ? 'exit' : 'close', (code) => {
      stopWatching?.();
      resolve(code === 0);
    });
  });
}

function endWhenLate(
  pid: number,
  { file, endWithinMs, onEnded }: NonNullable<ToolOptions['afterResults']>,
): () => void {
  let deadline: NodeJS.Timeout | undefined;
  const look = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(look);
    deadline = setTimeout(() => {
      onEnded();
      signalProcessTree(pid, 'SIGKILL');
    }, endWithinMs);
  }, 100);
  return () => {
    clearInterval(look);
    clearTimeout(deadline);
  };
}
