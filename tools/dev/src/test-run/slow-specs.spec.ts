import { existsSync } from 'node:fs';
import path from 'node:path';
import { isWithinServices, slowSpecs, slowSpecsLeftOut } from './slow-specs.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const all = Object.keys(slowSpecs);

describe('what is too long for every change', () => {
  it('is there, and what it is about', () => {
    const missing = Object.entries(slowSpecs)
      .flat(2)
      .filter((place) => !existsSync(path.join(workspace, place)));
    expect(missing).toEqual([]);
  });

  it('runs when something differs that it is about, or itself', () => {
    const left = slowSpecsLeftOut(['tools/chaos/src/main.ts', 'tools/generators/test/slice.int.spec.ts', '.ci/run']);
    expect(all.filter((spec) => !left.includes(spec))).toEqual([
      'tools/generators/test/event.int.spec.ts',
      'tools/generators/test/service.int.spec.ts',
      'tools/generators/test/slice.int.spec.ts',
      'tools/dev/src/continuous-integration/stages.int.spec.ts',
      'tools/chaos/test/planted-faults.e2e.spec.ts',
    ]);
  });

  it('is left out otherwise', () => {
    expect(slowSpecsLeftOut([])).toEqual(all);
    expect(slowSpecsLeftOut(['apps/contacts/src/main.ts', 'tools/chaos-of-another/main.ts'])).toEqual(all);
  });
});

it('a change is within services unless it is to a library, a tool, the console or the end-to-end tests', () => {
  expect(isWithinServices(['apps/contacts/src/main.ts', 'apps/gateway/package.json', 'docs/index.md'])).toBe(true);
  for (const file of [
    'libs/messaging/src/index.ts',
    'tools/dev/launch.mjs',
    'apps/console/src/app.tsx',
    'apps/e2e/src/x.ts',
  ])
    expect([file, isWithinServices(['apps/contacts/src/main.ts', file])]).toEqual([file, false]);
});
