import { spawn } from 'node:child_process';
import path from 'node:path';

/** The repository's root. */
export const workspace = path.resolve(import.meta.dirname, '../../../..');

/** Runs a program of this repository whose output a person reads. Resolves with its exit code. */
export function runProgram(file: string, args: readonly string[], variables: Variables = {}): Promise<number> {
  const child = spawn(file, [...args], { cwd: workspace, stdio: 'inherit', env: { ...process.env, ...variables } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

export type Variables = Readonly<Record<string, string>>;

/** Runs a script that prints `export NAME=value …`; gives what it prints. It tells a person on stderr what it does. */
export async function variablesFrom(file: string, args: readonly string[]): Promise<Variables> {
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
