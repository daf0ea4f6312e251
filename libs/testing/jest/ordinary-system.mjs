// One system for all files of a run that need no other (apps/e2e/src/ordinary-system.ts). It lives outside of the files' module registries, as
// Jest does: the environment hands it in, the global teardown ends it.
import { startOrdinarySystem } from '../src/system/ordinary-system.ts';

let started;

export const ordinarySystem = () => (started ??= startOrdinarySystem());

export async function stopOrdinarySystem() {
  const { stop } = (await started?.catch(() => undefined)) ?? {};
  started = undefined;
  await stop?.();
}
