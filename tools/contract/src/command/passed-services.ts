import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Service } from '@ci/tools-images/services';

/** What Jest writes of a run. */
export interface JestResults {
  readonly testResults: readonly {
    /** The file. */
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Runs suites of services, with the file that Jest writes its results to. Resolves with the exit code, and with who has passed. */
export async function passedServices(
  names: readonly Service[],
  run: (results: string) => Promise<number>,
): Promise<{ readonly exitCode: number; readonly passed: readonly Service[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-results-'));
  try {
    const file = path.join(folder, 'results.json');
    const exitCode = await run(file);
    if (!existsSync(file)) return { exitCode, passed: [] };
    return { exitCode, passed: passedIn(JSON.parse(await readFile(file, 'utf8')) as JestResults, names) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The services all of whose tests have run and passed. */
export function passedIn({ testResults }: JestResults, names: readonly Service[]): readonly Service[] {
  return names.filter((service) => {
    const suite = testResults.find(({ name }) => path.basename(name) === `${service}.int.spec.ts`);
    const statuses = suite?.assertionResults.map(({ status }) => status) ?? [];
    return statuses.length > 0 && statuses.every((status) => status === 'passed');
  });
}
