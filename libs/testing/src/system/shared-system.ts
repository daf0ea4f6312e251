import { startOrdinarySystem, type OrdinarySystem } from './ordinary-system.ts';

let started: Promise<OrdinarySystem> | undefined;

/** One system for all files of a run that need no other; started for the first of them, and ended by Jest's global teardown. */
export function sharedSystem(): Promise<OrdinarySystem> {
  return (started ??= startOrdinarySystem());
}

export async function stopSharedSystem(): Promise<void> {
  const { stop } = (await started?.catch(() => undefined)) ?? {};
  started = undefined;
  await stop?.();
}
