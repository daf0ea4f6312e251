import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { programEnvironment, type ServiceName, type System } from '@ci/testing/system';

/** What an operator's command printed, and its exit code. */
export interface OperatorAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What it reads, and what ends it before its end; the promise is rejected then. */
export interface OperatorInput {
  readonly input?: string;
  readonly signal?: AbortSignal;
}

/** Runs `node dist/operate.js …` of a service with the service's own variables, `changes` to them aside. */
export function operate(
  { options, environments }: System,
  service: ServiceName,
  args: readonly string[],
  changes: Readonly<Record<string, string>> = {},
  { input = '', signal }: OperatorInput = {},
): Promise<OperatorAnswer> {
  const cwd = join(options.root, 'apps', service);
  const env = programEnvironment({ ...environments[service], ...changes });
  return new Promise((resolve, reject) => {
    const using = { cwd, env, signal };
    const child = execFile(process.execPath, ['dist/operate.js', ...args], using, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code !== 'number') return reject(new Error('the command did not run to its end', { cause: error }));
      resolve({ code, stdout: stdout.trim(), stderr: stderr.trim() });
    });
    // A command that reads nothing may have ended before.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
