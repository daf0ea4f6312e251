import { defineConfig } from 'oxfmt';

export default defineConfig({
  singleQuote: true,
  trailingComma: 'all',
  printWidth: 120,
  sortPackageJson: false,
  ignorePatterns: [
    'package-lock.json',
    'patches',
    'docs/openapi.json',
    'docs/released',
    'docs/asyncapi.yaml',
    'docs/events.md',
    'libs/contracts/released',
    'libs/client/src/api-schema.ts',
    'releases/migrations',
    'apps/summarization/models/**/*.json',
    'docker/helm/templates',
    'tools/engine-lab/corpus/calls',
  ],
});
