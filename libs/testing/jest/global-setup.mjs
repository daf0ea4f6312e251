// Jest resolves globalSetup without the source condition and hands .ts files to `require`; as .mjs it is imported by Node,
// which reads the TypeScript behind it as it is.
export { default } from '../src/global-setup.ts';
