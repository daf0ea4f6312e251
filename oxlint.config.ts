import { defineConfig } from 'oxlint';
import { circlesInTests, pureFiles, scopeAxis, typeAxis, typeAxisInTests } from './tools/lint/boundaries.mjs';

const tests = ['**/*.spec.ts', '**/test/**/*.ts', 'apps/e2e/src/**/*.ts'];
const typescript = ['**/*.ts', '**/*.tsx'];
// They belong to no tsconfig: they are linted without types.
const withoutTypes = ['**/jest.config.ts'];

export default defineConfig({
  ignorePatterns: [
    '**/dist',
    '**/compiled',
    '**/coverage',
    '.data',
    '.nx',
    'tools/lint/fixtures',
    'libs/client/src/api-schema.ts',
  ],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['typescript', 'react', 'jsx-a11y'],
  jsPlugins: ['./tools/lint/house-rules.mjs', '@nx/oxlint/boundaries-plugin'],
  categories: { correctness: 'off' },

  overrides: [
    // typescript-eslint's `strictTypeChecked`, and what it leaves to choose.
    {
      files: typescript,
      excludeFiles: withoutTypes,
      rules: {
        ...allOf('', ['no-array-constructor', 'no-unused-expressions', 'no-useless-constructor', 'no-var']),
        ...allOf('', ['prefer-const', 'prefer-rest-params', 'prefer-spread', 'eqeqeq', 'no-console']),
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
        ...allOf('typescript/', [
          'await-thenable',
          'no-array-delete',
          'no-base-to-string',
          'no-deprecated',
          'no-duplicate-enum-values',
          'no-duplicate-type-constituents',
          'no-dynamic-delete',
          'no-empty-object-type',
          'no-explicit-any',
          'no-extra-non-null-assertion',
          'no-floating-promises',
          'no-for-in-array',
          'no-generated-empty-object-type',
          'no-implied-eval',
          'no-invalid-void-type',
          'no-meaningless-void-operator',
          'no-misused-new',
          'no-misused-promises',
          'no-misused-spread',
          'no-mixed-enums',
          'no-namespace',
          'no-non-null-asserted-nullish-coalescing',
          'no-non-null-asserted-optional-chain',
          'no-non-null-assertion',
          'no-redundant-type-constituents',
          'no-require-imports',
          'no-this-alias',
          'no-unnecessary-boolean-literal-compare',
          'no-unnecessary-template-expression',
          'no-unnecessary-type-arguments',
          'no-unnecessary-type-assertion',
          'no-unnecessary-type-constraint',
          'no-unnecessary-type-conversion',
          'no-unsafe-argument',
          'no-unsafe-assignment',
          'no-unsafe-call',
          'no-unsafe-declaration-merging',
          'no-unsafe-enum-assignment',
          'no-unsafe-enum-comparison',
          'no-unsafe-function-type',
          'no-unsafe-member-access',
          'no-unsafe-return',
          'no-unsafe-unary-minus',
          'no-useless-default-assignment',
          'no-wrapper-object-types',
          'only-throw-error',
          'prefer-as-const',
          'prefer-literal-enum-member',
          'prefer-namespace-keyword',
          'prefer-promise-reject-errors',
          'prefer-reduce-type-parameter',
          'prefer-return-this-type',
          'related-getter-setter-pairs',
          'triple-slash-reference',
          'unbound-method',
          'unified-signatures',
          'use-unknown-in-catch-callback-variable',
        ]),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/no-confusing-void-expression': [
          'error',
          { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
        ],
        // A Nest module is a class with a decorator and nothing in it.
        'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }],
        'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
        ...boundaries(typeAxis, []),
      },
    },

    {
      files: [...typescript, '**/*.mjs', '**/*.js'],
      rules: allOf('house/', ['relative-import-extension', 'telling-file-name', 'todo-has-issue']),
    },
    {
      files: [...typescript, '**/*.mjs'],
      // Released migrations and what the act heads are hashed with may not change.
      excludeFiles: [
        '**/migrations/*.ts',
        'apps/summarization/src/engine/acts/heads.ts',
        'apps/summarization/training/*.ts',
      ],
      rules: { 'house/plain-comments': 'error' },
    },

    // Boundaries: the lists are in tools/lint/boundaries.mjs.
    { files: tests, rules: boundaries(typeAxisInTests, circlesInTests) },
    { files: pureFiles, excludeFiles: tests, rules: { 'house/pure-domain': 'error' } },
    {
      files: pureFiles.map((pattern) => pattern.replace(/\.ts$/, '.spec.ts')),
      rules: { 'house/light-domain-tests': 'error' },
    },
    {
      files: typescript,
      excludeFiles: ['libs/messaging/**', 'libs/testing/**'],
      rules: { 'house/kafkajs-in-messaging-only': 'error' },
    },
    {
      files: typescript,
      excludeFiles: [
        'apps/*/src/config.ts',
        'libs/config/src/**',
        'libs/database/src/scratch-schema.ts',
        'libs/testing/**',
        'tools/**',
        'docs/samples/**',
        ...tests,
      ],
      rules: { 'house/env-in-config-only': 'error' },
    },
    {
      files: ['apps/*/src/**/*.ts'],
      rules: allOf('house/', ['one-moment-one-statement', 'query-from-dto', 'schema-from-contracts']),
    },
    {
      files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
      excludeFiles: ['libs/testing/**', '**/*.sql.ts', '**/migrations/*.ts', ...tests],
      rules: { 'house/sql-in-its-file': 'error' },
    },
    { files: ['apps/console/src/**/*.tsx'], rules: { 'house/texts-from-catalog': 'error' } },

    // What runs in a browser: React's own rules, and the rules for people who see, hear or move in other ways.
    {
      files: ['apps/console/src/**/*.ts', 'apps/console/src/**/*.tsx'],
      rules: {
        ...allOf('react/', [
          'error-boundaries',
          'exhaustive-deps',
          'globals',
          'immutability',
          'incompatible-library',
          'preserve-manual-memoization',
          'purity',
          'refs',
          'rules-of-hooks',
          'set-state-in-effect',
          'set-state-in-render',
          'static-components',
          'unsupported-syntax',
          'use-memo',
        ]),
        ...allOf('jsx-a11y/', [
          'alt-text',
          'anchor-has-content',
          'anchor-is-valid',
          'aria-activedescendant-has-tabindex',
          'aria-props',
          'aria-proptypes',
          'aria-role',
          'aria-unsupported-elements',
          'autocomplete-valid',
          'click-events-have-key-events',
          'heading-has-content',
          'html-has-lang',
          'iframe-has-title',
          'img-redundant-alt',
          'label-has-associated-control',
          'media-has-caption',
          'mouse-events-have-key-events',
          'no-access-key',
          'no-autofocus',
          'no-distracting-elements',
          'no-interactive-element-to-noninteractive-role',
          'no-noninteractive-element-to-interactive-role',
          'no-noninteractive-tabindex',
          'no-redundant-roles',
          'no-static-element-interactions',
          'role-has-required-aria-props',
          'role-supports-aria-props',
          'scope',
          'tabindex-no-positive',
        ]),
        'jsx-a11y/interactive-supports-focus': [
          'error',
          {
            tabbable: [
              'button',
              'checkbox',
              'link',
              'progressbar',
              'searchbox',
              'slider',
              'spinbutton',
              'switch',
              'textbox',
            ],
          },
        ],
        'jsx-a11y/no-noninteractive-element-interactions': [
          'error',
          { body: ['onError', 'onLoad'], iframe: ['onError', 'onLoad'], img: ['onError', 'onLoad'] },
        ],
      },
    },

    {
      files: tests,
      rules: {
        'house/no-sleep-in-tests': 'error',
        // Matchers (`expect.any`) and answers read from the wire are `any`; what they must be is what the test asserts.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-misused-spread': 'off',
        'typescript/no-non-null-assertion': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    // What these print is what a person reads.
    { files: ['tools/**', 'docs/samples/**'], rules: { 'no-console': 'off' } },
    // Samples are short: a handler that is asynchronous catches what it can reject with.
    { files: ['docs/samples/**'], rules: { 'typescript/no-misused-promises': 'off' } },
  ],
});

function allOf(plugin, names) {
  return Object.fromEntries(names.map((name) => [`${plugin}${name}`, 'error']));
}

function boundaries(types, ignoredCircularDependencies) {
  const options = {
    depConstraints: [...scopeAxis, ...types],
    ignoredCircularDependencies,
    banTransitiveDependencies: true,
  };
  return { '@nx/enforce-module-boundaries': ['error', options] };
}
