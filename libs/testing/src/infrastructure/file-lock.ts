import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLineOf } from './running-process.ts';

/** Runs the work while holding a lock file; other processes wait for it. The lock of a dead process is taken over. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, waitMs = 300_000): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const deadline = Date.now() + waitMs;
  while (!(await tryLock(path))) {
    if (Date.now() > deadline)
      throw new Error(`Waited ${waitMs / 1000} s for the lock ${path}; delete it if nothing runs.`);
    await delay(100);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, command: commandLineOf(process.pid) };
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const other = await readHolder(path);
  if (other !== undefined && commandLineOf(other.pid) !== other.command) await rm(path, { force: true });
  return false;
}

interface Holder {
  readonly pid: number;
  readonly command: string | undefined;
}

/** Undefined also for a file that its process is just about to write: then the next look shows it. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
