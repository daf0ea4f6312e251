import { sharedSystem } from '@ci/testing/system';
import { runningSystem, type RunningSystem } from './running-system.ts';

/**
 * The system of a file that needs no other: one for all such files of a run, started for the first of them. Each has its own workspaces; a file
 * that changes more than these puts it back. `stop` ends what the file has added.
 */
export async function ordinarySystem(): Promise<RunningSystem> {
  const started = await sharedSystem();
  return runningSystem(started, started.lines.length, () => Promise.resolve());
}
