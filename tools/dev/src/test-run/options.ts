import { parseArgs } from 'node:util';

export interface TestOptions {
  /** Names of projects or of their folders; empty for all. */
  readonly projects: readonly string[];
  /** Only what differs from the base reaches. */
  readonly affected: boolean;
  /** The branch or commit that changes are compared with. */
  readonly base: string;
  readonly unitOnly: boolean;
  /** Only what is too long for every change. */
  readonly nightly: boolean;
  /** Also what has passed, and depends on nothing that has changed since. */
  readonly again: boolean;
  readonly checks: boolean;
  readonly build: boolean;
  readonly namePattern: string | undefined;
}

export function readOptions(args: readonly string[]): TestOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      unit: { type: 'boolean', default: false },
      nightly: { type: 'boolean', default: false },
      'only-tests': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      affected: { type: 'boolean', default: false },
      base: { type: 'string', default: 'main' },
      name: { type: 'string', short: 't' },
    },
  });
  if (values.affected && positionals.length > 0)
    throw new Error('--affected finds the projects itself: name none, or leave it out.');
  if (values.nightly && (values.affected || values.unit))
    throw new Error('--nightly goes with neither --affected nor --unit.');
  return {
    affected: values.affected,
    base: values.base,
    projects: positionals,
    unitOnly: values.unit,
    nightly: values.nightly,
    // A project that is named, and the night, are asked to run.
    again: values.again || values.nightly || positionals.length > 0,
    checks: !values['only-tests'] && !values.nightly && !values.unit,
    build: !values['no-build'] && !values.unit,
    namePattern: values.name,
  };
}
