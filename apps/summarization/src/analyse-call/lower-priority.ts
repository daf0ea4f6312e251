import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets every other process go first: 0 is as all others, 19 only what they leave. Linux with `sched_autogroup_enabled` compares a process by
 * its nice value with those in its session only, and sessions with each other by another value: both are set, and the process has to have
 * a separate session. Where the system allows neither, it is merely less polite.
 */
export function lowerPriority(pid: number, priority: number): void {
  for (const lower of [
    () => setPriority(pid, priority),
    () => writeFileSync(`/proc/${String(pid)}/autogroup`, String(priority)),
  ]) {
    try {
      lower();
    } catch {
      continue;
    }
  }
}
