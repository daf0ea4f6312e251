import { createRequire } from 'node:module';
import path from 'node:path';

const nxPreset =
  createRequire(import.meta.url)('@nx/jest/preset').default ?? createRequire(import.meta.url)('@nx/jest/preset');

/** Jest refuses this setting below the root of a run over several projects. */
const { coverageReporters: _coverageReporters, ...withoutCoverage } = nxPreset;

/** Jest for every project: ES modules, TypeScript through swc, libraries read from their sources. */
export default {
  ...withoutCoverage,
  resolver: undefined,
  testEnvironment: 'node',
  // Beside the other caches: one in the folder for temporary files would be lost with each start of the machine.
  cacheDirectory: path.join(import.meta.dirname, 'node_modules/.cache/jest'),
  // What a test waits for has a deadline of its own that says what was missed (`until`). This one only ends what hangs.
  testTimeout: 120_000,
  testMatch: ['**/*.spec.ts'],
  runner: path.join(import.meta.dirname, 'tools/dev/jest/native-runner.mjs'),
  // The runner lets Node read TypeScript.
  transform: {},
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  testEnvironmentOptions: {},
};
