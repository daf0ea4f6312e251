import { createRequire } from 'node:module';

const nxPreset =
  createRequire(import.meta.url)('@nx/jest/preset').default ?? createRequire(import.meta.url)('@nx/jest/preset');

/** Jest for every project: ES modules, TypeScript through swc, libraries read from their sources. */
export default {
  ...nxPreset,
  resolver: undefined,
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  testEnvironmentOptions: { customExportConditions: ['@ci/source', 'node'] },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
