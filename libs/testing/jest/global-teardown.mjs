// See global-setup.mjs.
import globalTeardown from '../src/global-teardown.ts';
import { stopSharedSystem } from '../src/system/shared-system.ts';

export default async function teardown() {
  await stopSharedSystem();
  await globalTeardown();
}
