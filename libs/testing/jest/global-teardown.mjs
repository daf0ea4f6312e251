// See global-setup.mjs.
import globalTeardown from '../src/global-teardown.ts';
import { stopOrdinarySystem } from './ordinary-system.mjs';

export default async function teardown() {
  await stopOrdinarySystem();
  await globalTeardown();
}
