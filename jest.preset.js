import path from 'node:path';

/** Jest for every project: ES modules, TypeScript through swc, libraries read from their sources. */
export default {
  // Beside the other caches: one in the folder for temporary files would be lost with each start of the machine.
  cacheDirectory: path.join(import.meta.dirname, 'node_modules/.cache/jest'),
  // What a test waits for has a deadline of its own that says what was missed (`until`). This one only ends what hangs.
  testTimeout: 120_000,
  testMatch: ['**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  runner: path.join(import.meta.dirname, 'tools/dev/jest/native-runner.mjs'),
  // The runner lets Node read TypeScript.
  transform: {},
};
