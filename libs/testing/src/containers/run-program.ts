import { spawn } from 'node:child_process';
import path from 'node:path';

/** The repository's root: four folders up from src/containers and from dist/containers alike. */
export const workspace = path.resolve(import.meta.dirname, '../../../..');

export type Variables = Readonly<Record<string, string>>;

/** Runs a program whose output a person reads; in this repository unless `cwd` says where. Resolves with its exit code. */
export function runProgram(
  file: string,
  args: readonly string[],
  { cwd = workspace, variables = {} }: { readonly cwd?: string; readonly variables?: Variables } = {},
): Promise<number> {
  const child = spawn(file, [...args], { cwd, stdio: 'inherit', env: { ...process.env, ...variables } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Suites of a project, one after another: each starts a system in containers. */
export function runSuites(config: string, suites: readonly string[], variables: Variables): Promise<number> {
  const jest = path.join(workspace, 'node_modules', 'jest', 'bin', 'jest.js');
  return runProgram(process.execPath, [jest, '-c', config, '--verbose', ...suites], {
    variables: { ...variables, TEST_INFRASTRUCTURE: 'containers' },
  });
}

/** Where no Docker engine answers, starts one where it can; and has the base images made where none can be had. For this process and what it starts. */
export async function startEngine(): Promise<void> {
  Object.assign(process.env, await variablesFrom('docker/test-images/engine', ['start']));
  Object.assign(process.env, await variablesFrom('docker/test-images/build', ['--where-needed']));
}

/** Runs a script that prints `export NAME=value …`; gives what it prints. It reports on stderr what it does. */
async function variablesFrom(file: string, args: readonly string[]): Promise<Variables> {
  const child = spawn(path.join(workspace, file), [...args], { cwd: workspace, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  if (code !== 0)
    throw new Error(`${file} ${args.join(' ')} ended with exit code ${code}; what is missing is said above.`);
  return Object.fromEntries(
    [...printed.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
