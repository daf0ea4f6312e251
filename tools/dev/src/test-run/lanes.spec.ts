import { endToEndLanes } from './lanes.ts';

const sharing = ['bad-input', 'console', 'erasure', 'internal-trust', 'operations', 'workspaces'].map(
  (name) => `e2e/${name}.e2e.spec.ts`,
);
const textOf = (file: string): string => (sharing.includes(file) ? "from './ordinary-system.ts'" : '');

describe('the lanes of end-to-end tests', () => {
  it('lead those that share a system through it in an order that none of them minds', () => {
    const [ordinary, console, own] = endToEndLanes(['e2e/faults.e2e.spec.ts', ...sharing], textOf);
    const names = ordinary?.files.map((file) => /\/(.*)\.e2e/.exec(file)?.[1]);
    expect(names).toEqual(['operations', 'erasure', 'bad-input', 'workspaces', 'internal-trust']);
    expect(console?.files).toEqual(['e2e/console.e2e.spec.ts']);
    expect(own?.files).toEqual(['e2e/faults.e2e.spec.ts']);
  });

  it('are no more than there are tests for', () => {
    expect(endToEndLanes(['e2e/faults.e2e.spec.ts'], textOf)).toHaveLength(1);
  });
});
