import type { OrdinarySystem } from '@ci/testing/system';
import { runningSystem, type RunningSystem } from './running-system.ts';

/**
 * The system of a file that needs no other: one for all such files of a run, started for the first of them. Each has workspaces of its own; who
 * changes more than these puts it back. `stop` ends what the file has added.
 */
export async function ordinarySystem(): Promise<RunningSystem> {
  const shared = globalThis as { ordinarySystem?: () => Promise<OrdinarySystem> };
  if (shared.ordinarySystem === undefined)
    throw new Error('There is no shared system: the Jest environment of apps/e2e/jest.config.ts hands it in.');
  const started = await shared.ordinarySystem();
  return runningSystem(started, started.lines.length, () => Promise.resolve());
}
