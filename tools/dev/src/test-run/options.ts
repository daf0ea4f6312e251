import { parseArgs } from 'node:util';

export interface TestOptions {
  /** Names of projects or of their folders; empty for all. */
  readonly projects: readonly string[];
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
      name: { type: 'string', short: 't' },
    },
  });
  return {
    projects: positionals,
    unitOnly: values.unit,
    checks: !values['only-tests'],
    build: !values['no-build'] && !values.unit,
    namePattern: values.name,
  };
}
