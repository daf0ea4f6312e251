import { parseArgs } from 'node:util';

export interface TestOptions {
  /** Names of projects or of their folders; empty for all. */
  readonly projects: readonly string[];
  /** Only what differs from this branch or commit reaches; undefined for what is named. */
  readonly affectedSince: string | undefined;
  readonly unitOnly: boolean;
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
      'only-tests': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      affected: { type: 'boolean', default: false },
      base: { type: 'string' },
      name: { type: 'string', short: 't' },
    },
  });
  if (values.affected && positionals.length > 0)
    throw new Error('--affected finds the projects itself: name none, or leave it out.');
  if (values.base !== undefined && !values.affected) throw new Error('--base goes with --affected.');
  return {
    affectedSince: values.affected ? (values.base ?? 'main') : undefined,
    projects: positionals,
    unitOnly: values.unit,
    checks: !values['only-tests'],
    build: !values['no-build'] && !values.unit,
    namePattern: values.name,
  };
}
