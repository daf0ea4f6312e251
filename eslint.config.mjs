import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { circlesInTests, pureFiles, scopeAxis, typeAxis, typeAxisInTests } from './tools/lint/boundaries.mjs';
import house from './tools/lint/house-rules.mjs';

const tests = ['**/*.spec.ts', '**/test/**/*.ts', 'apps/e2e/src/**/*.ts'];
// The jest configurations belong to no tsconfig: they are linted without types.
const typed = { files: ['**/*.ts', '**/*.tsx'], ignores: ['**/jest.config.ts'] };
const web = ['apps/console/src/**/*.ts', 'apps/console/src/**/*.tsx'];

export default defineConfig(
  { ignores: ['**/dist', '**/coverage', '.data', '.nx', 'tools/lint/fixtures', 'libs/client/src/api-schema.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, plugins: { '@nx': nx, house } },

  { files: ['**/*.ts', '**/*.tsx'], extends: [tseslint.configs.base] },
  { ...typed, extends: [tseslint.configs.strictTypeChecked], ...typedBy({ projectService: true }) },
  {
    ...typed,
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // A Nest module is a class with a decorator and nothing in it.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Nest and TypeORM type their options as classes and are given object literals, as their manuals say.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Fastify and Nest decide by the returned promise whether a hook is asynchronous.
      '@typescript-eslint/require-await': 'off',
      // `compile<T>(schema): (value: unknown) => T` names what the caller gets; that is its point.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },

  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.js'],
    rules: {
      'house/relative-import-extension': 'error',
      'house/telling-file-name': 'error',
      'house/todo-has-issue': 'error',
    },
  },

  // Boundaries: the lists are in tools/lint/boundaries.mjs.
  { ...typed, ...boundaries(typeAxis, []) },
  { files: tests, ...boundaries(typeAxisInTests, circlesInTests) },
  { files: pureFiles, ignores: tests, rules: { 'house/pure-domain': 'error' } },
  {
    files: pureFiles.map((pattern) => pattern.replace(/\.ts$/, '.spec.ts')),
    rules: { 'house/light-domain-tests': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['libs/messaging/**', 'libs/testing/**'],
    rules: { 'house/kafkajs-in-messaging-only': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: [
      'apps/*/src/config.ts',
      'libs/platform/src/config/**',
      'libs/testing/**',
      'tools/**',
      'docs/samples/**',
      ...tests,
    ],
    rules: { 'house/env-in-config-only': 'error' },
  },

  {
    files: ['apps/*/src/**/*.ts'],
    rules: { 'house/one-moment-one-statement': 'error' },
  },

  // What runs in a browser: React's own rules, and the rules for people who see, hear or move in other ways.
  { files: web, extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict] },

  {
    files: tests,
    rules: {
      'house/no-sleep-in-tests': 'error',
      // Matchers (`expect.any`) and answers read from the wire are `any`; what they must be is what the test asserts.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  // What these print is what a person reads.
  { files: ['tools/**', 'docs/samples/**'], rules: { 'no-console': 'off' } },
  // Samples are short: a handler that is asynchronous catches what it can reject with.
  { files: ['docs/samples/**'], rules: { '@typescript-eslint/no-misused-promises': 'off' } },
);

function typedBy(parserOptions) {
  return { languageOptions: { parserOptions: { ...parserOptions, tsconfigRootDir: import.meta.dirname } } };
}

function boundaries(types, ignoredCircularDependencies) {
  const options = {
    depConstraints: [...scopeAxis, ...types],
    ignoredCircularDependencies,
    banTransitiveDependencies: true,
  };
  return { rules: { '@nx/enforce-module-boundaries': ['error', options] } };
}
