import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { slowSpecs } from '../test-run/slow-specs.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const textOf = (file: string): string => readFileSync(path.join(workspace, file), 'utf8');

interface Row {
  readonly promise: string;
  readonly checks: readonly string[];
  readonly runs: string;
}

/** docs/reliability.md, “Where each is checked”. */
const [, section = ''] = /^## Where each is checked$([^]*?)^## /m.exec(textOf('docs/reliability.md')) ?? [];
const rows = section
  .split('\n')
  .filter((line) => /^\| /.test(line))
  .slice(2)
  .map((line): Row => {
    const [, promise = '', , checked = '', runs = ''] = line.split('|').map((cell) => cell.trim());
    return { promise, checks: [...checked.matchAll(/`([^`]+)`/g)].map(([, check = '']) => check), runs };
  });
const specs = rows.flatMap(({ checks, runs }) => checks.map((check) => ({ check, runs }))).filter(isSpec);
const commands = rows
  .flatMap(({ checks, runs }) => checks.map((check) => ({ check, runs })))
  .filter((one) => !isSpec(one));

function isSpec({ check }: { readonly check: string }): boolean {
  return check.endsWith('.spec.ts');
}

describe('the table of what is promised and where it is checked', () => {
  it('says of each promise by what, and when', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const { promise, checks, runs } of rows) {
      expect([promise, checks.length > 0]).toEqual([promise, true]);
      expect([promise, runs]).toEqual([
        promise,
        expect.stringMatching(/^(every change|every change, nightly|affected, nightly)$/),
      ]);
    }
  });

  it('has every end-to-end test and everything that is too long for every change, once, and nothing that is gone', () => {
    const endToEnd = globSync('{apps,libs,tools}/*/{src,test}/**/*.e2e.spec.ts', { cwd: workspace });
    const wanted = new Set([...endToEnd, ...Object.keys(slowSpecs)]);
    expect(specs.map(({ check }) => check).sort()).toEqual([...wanted].sort());
  });

  it.each(specs)('says rightly when $check runs', ({ check, runs }) => {
    expect(runs).toBe(check in slowSpecs ? 'affected, nightly' : 'every change');
  });

  it.each(commands)('says rightly when $check runs', ({ check, runs }) => {
    const stage = (script: string, line: RegExp): boolean =>
      textOf(script)
        .split('\n')
        .some((one) => line.test(one) && one.includes(` ${check}`));
    const found = [
      ...(stage('.ci/run', /^stage /) ? ['every change'] : []),
      ...(stage('.ci/run', /^differs .* && stage /) ? ['affected'] : []),
      ...(stage('.ci/nightly', /^stage /) ? ['nightly'] : []),
    ];
    // A command that is the more thorough one at night may be in the table beside a test of every change.
    expect(found.join(', ')).toMatch(new RegExp(`^${runs}(, nightly)?$`));
  });

  it('stands on a run of the night that runs them', () => {
    expect(textOf('.ci/nightly')).toMatch(/^stage \S+ \S+ npm test -- --nightly$/m);
  });
});
