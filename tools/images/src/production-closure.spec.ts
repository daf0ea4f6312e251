import type { PackageLock } from './package-lock.ts';
import { productionClosure } from './production-closure.ts';

const link = (resolved: string) => ({ resolved, link: true });

function lockOf(packages: PackageLock['packages']): PackageLock {
  return { packages: { '': {}, 'node_modules/@ci/paper': link('libs/paper'), ...packages } };
}

const lock = lockOf({
  'apps/letters': { dependencies: { '@ci/paper': '*', ink: '1.0.0' } },
  'libs/paper': { dependencies: { pulp: '1.0.0' } },
  'node_modules/ink': { dependencies: { pulp: '^2.0.0' } },
  'node_modules/ink/node_modules/pulp': { dependencies: { water: '*' } },
  'node_modules/pulp': {},
  'node_modules/water': {},
  'node_modules/typewriter': { dependencies: { ink: '*' } },
});

describe('what a project runs with', () => {
  it('is its own dependencies, those of its libraries, and theirs, each in the version that Node finds', () => {
    expect(productionClosure(lock, 'apps/letters')).toEqual({
      projects: ['apps/letters', 'libs/paper'],
      packages: ['node_modules/ink', 'node_modules/ink/node_modules/pulp', 'node_modules/pulp', 'node_modules/water'],
    });
  });

  it('finds the nearest version of a package also for a library', () => {
    const nearer = lockOf({
      'apps/letters': { dependencies: { '@ci/paper': '*' } },
      'libs/paper': { dependencies: { pulp: '2.0.0' } },
      'libs/paper/node_modules/pulp': {},
      'node_modules/pulp': {},
    });
    expect(productionClosure(nearer, 'apps/letters').packages).toEqual(['libs/paper/node_modules/pulp']);
  });

  it('has the peers that a package needs, not those that it can do without', () => {
    const peers = lockOf({
      'apps/letters': { dependencies: { ink: '*' } },
      'node_modules/ink': {
        peerDependencies: { pulp: '*', typewriter: '*' },
        peerDependenciesMeta: { typewriter: { optional: true } },
      },
      'node_modules/pulp': {},
      'node_modules/typewriter': {},
    });
    expect(productionClosure(peers, 'apps/letters').packages).toEqual(['node_modules/ink', 'node_modules/pulp']);
  });

  it('has optional dependencies where they are, and does not miss them where not', () => {
    const optional = lockOf({
      'apps/letters': {
        dependencies: { ink: '*', quill: '*' },
        optionalDependencies: { ink: '*', quill: '*' },
      },
      'node_modules/ink': {},
    });
    expect(productionClosure(optional, 'apps/letters').packages).toEqual(['node_modules/ink']);
  });

  it('goes round in a circle once', () => {
    const circle = lockOf({
      'apps/letters': { dependencies: { ink: '*' } },
      'node_modules/ink': { dependencies: { pulp: '*' } },
      'node_modules/pulp': { dependencies: { ink: '*' } },
    });
    expect(productionClosure(circle, 'apps/letters').packages).toEqual(['node_modules/ink', 'node_modules/pulp']);
  });

  it('says what is missing', () => {
    const missing = lockOf({ 'apps/letters': { dependencies: { ink: '*' } } });
    expect(() => productionClosure(missing, 'apps/letters')).toThrow('has no ink, which apps/letters needs');
    expect(() => productionClosure(lock, 'apps/parcels')).toThrow('knows nothing of apps/parcels');
  });
});
