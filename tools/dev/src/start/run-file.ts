import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { paths } from './paths.ts';

/** `.data/run.json`: what runs now, for people and programs beside it. */
export interface RunFile {
  readonly status: 'starting' | 'ready';
  /** Process that started all others; ending it (SIGTERM) ends everything. */
  readonly supervisor: number;
  /** Address of the public API, ending in `/v1`. */
  readonly baseUrl: string | null;
  readonly pids: Readonly<Record<string, number>>;
  /** Local certificate authority that the webhooks service trusts: absolute paths, PEM. */
  readonly ca: { readonly cert: string; readonly key: string };
  readonly startedAt: string;
}

/** The running system, or undefined when none runs (also when its file was left behind by a crash). */
export function readRunFile(): RunFile | undefined {
  if (!existsSync(paths.run)) return undefined;
  const run = JSON.parse(readFileSync(paths.run, 'utf8')) as RunFile;
  return isAlive(run.supervisor) ? run : undefined;
}

/** Written beside and renamed, so that a reader never sees half of it. */
export function writeRunFile(run: RunFile): void {
  mkdirSync(dirname(paths.run), { recursive: true });
  writeFileSync(`${paths.run}.new`, JSON.stringify(run, null, 2) + '\n');
  renameSync(`${paths.run}.new`, paths.run);
}

export function removeRunFile(): void {
  rmSync(paths.run, { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
