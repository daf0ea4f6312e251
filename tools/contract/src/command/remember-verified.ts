import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageOf, isOfThisCommit, workspace } from '@ci/testing/containers';
import type { Service } from '@ci/tools-images/services';
import { workingTree } from '@ci/tools-images/snapshot';
import { recordVerified, verifiableCode, type Verification } from '@ci/tools-images/verified';

interface Suites {
  readonly names: readonly Service[];
  /** Whether their images were built just now, of the files that lie here. */
  readonly built: boolean;
  /** Releases that they are held to besides. */
  readonly against: Verification['against'];
}

/** What Jest writes of a run. */
export interface JestResults {
  readonly testResults: readonly {
    /** The file. */
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Runs the suites of services, and keeps in .data/verified which of them have passed, for exactly which code. Resolves with the exit code of
 * the run.
 */
export async function rememberingVerified(
  { names, built, against }: Suites,
  run: (results: string) => Promise<number>,
): Promise<number> {
  const before = await codesOf(names);
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-results-'));
  try {
    const file = path.join(folder, 'results.json');
    const exitCode = await run(file);
    if (!existsSync(file)) return exitCode;
    const passed = passedIn(JSON.parse(await readFile(file, 'utf8')) as JestResults, names);
    const after = await codesOf(passed);
    for (const service of passed) {
      const code = after.get(service);
      const known = code === before.get(service) && (built || (await isOfThisCommit(imageOf(service))));
      if (known && code !== undefined) recordVerified(workspace, service, 'contract', { code, against });
      else
        console.log(`contract: ${service} has passed, but it is not known of which code: commit, and build its image`);
    }
    return exitCode;
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

async function codesOf(names: readonly Service[]): Promise<ReadonlyMap<Service, string>> {
  const tree = workingTree(workspace);
  return new Map(await Promise.all(names.map(async (name) => [name, await verifiableCode(tree, name)] as const)));
}
