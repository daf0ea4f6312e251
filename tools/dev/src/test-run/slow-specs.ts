import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Too long for every change: they run each night, where their project is named, and where something differs that they are about. By file, with
 * the places (files, or folders with a slash at the end) whose changes they are run for. `docs/reliability.md` says what each of them promises.
 */
export const slowSpecs: Readonly<Record<string, readonly string[]>> = {
  // Copies of the workspace, in which something is generated, released or changed.
  'tools/dev/src/test-run/affected.int.spec.ts': [
    'tools/dev/src/test-run/',
    'nx.json',
    'libs/testing/src/workspace-copy.ts',
  ],
  'tools/generators/test/event.int.spec.ts': ['tools/generators/', 'libs/testing/src/workspace-copy.ts'],
  'tools/generators/test/service.int.spec.ts': [
    'tools/generators/',
    'tools/lint/',
    'libs/testing/src/workspace-copy.ts',
  ],
  'tools/generators/test/slice.int.spec.ts': ['tools/generators/', 'tools/lint/', 'libs/testing/src/workspace-copy.ts'],
  'tools/releases/src/can-i-deploy/can-i-deploy.int.spec.ts': ['tools/releases/', 'libs/testing/src/workspace-copy.ts'],
  'tools/releases/src/release/make-release.int.spec.ts': ['tools/releases/', 'libs/testing/src/workspace-copy.ts'],
  // Supervision of processes.
  'apps/e2e/src/start-command.e2e.spec.ts': [
    'apps/e2e/src/start-command.e2e.spec.ts',
    'tools/dev/',
    'libs/testing/src/',
  ],
  'libs/testing/test/containers.int.spec.ts': ['libs/testing/'],
  'libs/testing/test/embedded-kafka.int.spec.ts': ['libs/testing/', 'docker/kafka/'],
  'libs/testing/test/embedded-postgres.int.spec.ts': ['libs/testing/'],
  'libs/testing/test/kafka-jars.int.spec.ts': ['libs/testing/', 'docker/kafka/'],
  'tools/dev/src/continuous-integration/stages.int.spec.ts': ['.ci/', 'tools/dev/src/continuous-integration/'],
  // Pictures are taken again when the console is done with a change, not with each step of it.
  'apps/e2e/src/console/pictures-age.e2e.spec.ts': ['docs/console/'],
  // The longest call, and twenty of up to forty minutes, through the engine.
  'apps/summarization/test/longest-call.int.spec.ts': [
    'apps/summarization/src/engine/',
    'apps/summarization/src/call-reading/',
    'apps/summarization/src/sentence-embedding/',
    'apps/summarization/models/',
  ],
  'apps/summarization/evaluation/floors.int.spec.ts': [
    'apps/summarization/src/engine/',
    'apps/summarization/src/call-reading/',
    'apps/summarization/src/sentence-embedding/',
    'apps/summarization/models/',
    'apps/summarization/evaluation/',
    'tools/engine-lab/corpus/',
  ],
  // Faults that are planted in a real service, and what finds them.
  'tools/chaos/test/planted-faults.e2e.spec.ts': ['tools/chaos/'],
};

/** Those of them that are left out: all but the ones that are about something that differs from the base, committed or not. */
export function slowSpecsLeftOut(changed: readonly string[]): readonly string[] {
  const isAbout = (places: readonly string[]): boolean =>
    changed.some((file) => places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place)));
  return Object.entries(slowSpecs)
    .filter(([spec, places]) => !isAbout([spec, ...places]))
    .map(([spec]) => spec);
}

/** Faults, restarts, order, restore and the console are about what services share: libraries, the console, the tests themselves. */
export function isWithinServices(changed: readonly string[]): boolean {
  return changed.every((file) => /^(apps\/(?!e2e\/|console\/)|docs\/)/.test(file));
}

/** What differs from where this branch left the base; undefined where the base is not known. */
export async function changedSince(workspace: string, base: string): Promise<readonly string[] | undefined> {
  const git = async (...args: string[]): Promise<readonly string[]> => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: workspace, maxBuffer: 64 * 1024 * 1024 });
    return stdout.split('\n').filter((line) => line !== '');
  };
  try {
    const [fork = ''] = await git('merge-base', base, 'HEAD');
    const changed = await Promise.all([
      git('diff', '--name-only', fork),
      git('ls-files', '--others', '--exclude-standard'),
    ]);
    return changed.flat();
  } catch {
    return undefined;
  }
}
