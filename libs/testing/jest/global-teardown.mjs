// See global-setup.mjs.
export { default } from '../src/global-teardown.ts';
