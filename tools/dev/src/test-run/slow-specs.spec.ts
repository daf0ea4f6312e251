import { existsSync } from 'node:fs';
import path from 'node:path';
import { slowSpecs, slowSpecsLeftOut } from './slow-specs.ts';

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
