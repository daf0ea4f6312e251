import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The command line of a living process, or undefined. A process id alone proves nothing: after a crash, and always after
 * a container restart, the number may belong to another process.
 */
export function commandLineOf(pid: number): string | undefined {
  try {
    // `ps` is not part of a minimal Debian, `/proc` is not part of macOS.
    const text = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() === '' ? undefined : text.trim();
  } catch {
    return undefined;
  }
}

/** Sends a signal; false when the process is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Sends a signal to a process and to all that it has started, and they; the process itself first. */
export function signalProcessTree(pid: number, signal: NodeJS.Signals): void {
  for (const member of withDescendants(pid, parentsByPid())) signalProcess(member, signal);
}

function withDescendants(pid: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return [pid, ...children.flatMap((child) => withDescendants(child, parents))];
}

function parentsByPid(): ReadonlyMap<number, number> {
  const rows = existsSync('/proc/self/stat') ? statusOfAll() : processTable();
  return new Map(rows.filter((row): row is [number, number] => row !== undefined));
}

/** `PID (COMMAND) STATE PPID …`, where the command may hold anything at all. */
function statusOfAll(): ([number, number] | undefined)[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])];
      } catch {
        return undefined; // it has just ended
      }
    });
}

function processTable(): [number, number][] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}
