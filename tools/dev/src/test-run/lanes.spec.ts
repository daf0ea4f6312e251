import { endToEndLanes, startedLanes, throughLanes, type Lane } from './lanes.ts';

const sharing = ['bad-input', 'console', 'erasure', 'internal-trust', 'operations', 'workspaces'].map(
  (name) => `e2e/${name}.e2e.spec.ts`,
);
const textOf = (file: string): string => (sharing.includes(file) ? "from './ordinary-system.ts'" : '');

describe('the lanes of end-to-end tests', () => {
  it('lead those that share a system through it in an order that none of them minds', () => {
    const [own, console, ordinary] = endToEndLanes(['e2e/faults.e2e.spec.ts', ...sharing], textOf);
    const names = ordinary?.files.map((file) => /\/(.*)\.e2e/.exec(file)?.[1]);
    expect(names).toEqual(['operations', 'erasure', 'bad-input', 'workspaces', 'internal-trust']);
    expect(console?.files).toEqual(['e2e/console.e2e.spec.ts']);
    expect(own?.files).toEqual(['e2e/faults.e2e.spec.ts']);
  });

  it('are no more than there are tests for', () => {
    expect(endToEndLanes(['e2e/faults.e2e.spec.ts'], textOf)).toHaveLength(1);
  });
});

describe('the lanes of everything that is started', () => {
  it('have every integration test once, in parts that fill what end-to-end tests leave', () => {
    const integration = Array.from({ length: 90 }, (_, index) => `${String(index)}.int.spec.ts`);
    const lanes = startedLanes(integration, ['e2e/faults.e2e.spec.ts', ...sharing], textOf);
    expect(lanes.map(({ title }) => title)).toEqual([
      'end-to-end tests, on systems of their own',
      'end-to-end tests, in the console',
      'integration tests, 1 of 4',
      'end-to-end tests, on one system',
      'integration tests, 2 of 4',
      'integration tests, 3 of 4',
      'integration tests, 4 of 4',
    ]);
    const files = lanes.filter(({ title }) => title.startsWith('integration')).flatMap((lane) => lane.files);
    expect(files.toSorted()).toEqual(integration.toSorted());
  });

  it('are one for a few integration tests, and none for none', () => {
    expect(startedLanes(['a.int.spec.ts'], [], textOf).map(({ title }) => title)).toEqual(['integration tests']);
    expect(startedLanes([], [], textOf)).toEqual([]);
  });

  it('are gone through three at a time, with what each of them gave', async () => {
    const lanes = ['a', 'b', 'c', 'd', 'e'].map((title): Lane => ({ title, files: [] }));
    let [running, most] = [0, 0];
    const given = await throughLanes(lanes, async ({ title }) => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      return [title];
    });
    expect([most, given.toSorted()]).toEqual([3, ['a', 'b', 'c', 'd', 'e']]);
  });
});
