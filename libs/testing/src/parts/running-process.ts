import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * The command line of a living process, or undefined. A process id alone proves nothing: after a crash, and always after
 * a container restart, the number may belong to somebody else.
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
