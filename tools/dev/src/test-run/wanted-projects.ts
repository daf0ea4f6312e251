import { readFileSync } from 'node:fs';
import path from 'node:path';
import { affectedProjects } from './affected.ts';
import { sharesSystem } from './lanes.ts';
import type { TestOptions } from './options.ts';
import { findProjects, type TestProject } from './projects.ts';
import { changedSince, isWithinServices, slowSpecs, slowSpecsLeftOut } from './slow-specs.ts';

/** All of them, those that are named, or those that a change reaches; each without the tests that are too long for this run. */
export async function projectsOf(workspace: string, options: TestOptions): Promise<readonly TestProject[]> {
  const { projects: named, affected, base, nightly } = options;
  const all = findProjects(workspace, named);
  if (nightly) {
    process.env['TEST_ALL_RUNS'] = 'true';
    return all.map((project) => only(project, (spec) => spec in slowSpecs || hasRunsOfTheNight(workspace, spec)));
  }
  if (named.length > 0) return all;
  const reached = affected ? await affectedProjects(workspace, base) : undefined;
  if (reached !== undefined) console.log(`what differs from ${base} reaches ${reached.join(', ') || 'no project'}`);
  const changed = await changedSince(workspace, base);
  const leftOut = slowSpecsLeftOut(changed ?? []);
  const because =
    changed === undefined
      ? `there is no ${base} here to compare with`
      : `nothing differs from ${base} that they are about`;
  if (leftOut.length > 0)
    console.log(`left to the night (npm test -- --nightly), for ${because}: ${leftOut.join(', ')}`);
  const within = affected && changed !== undefined && isWithinServices(changed);
  if (within) console.log('a change within services: of the end-to-end tests those that share one ordinary system');
  const textOf = (spec: string): string => readFileSync(path.join(workspace, spec), 'utf8');
  const isLeft = (spec: string): boolean =>
    leftOut.includes(spec) || (within && spec.endsWith('.e2e.spec.ts') && !sharesSystem(spec, textOf));
  return all
    .filter(({ name }) => reached?.includes(name) ?? true)
    .map((project) => only(project, (spec) => !isLeft(spec)));
}

/** What tries a property more often at night. */
function hasRunsOfTheNight(workspace: string, spec: string): boolean {
  return readFileSync(path.join(workspace, spec), 'utf8').includes("from '@ci/testing/property-runs'");
}

function only(project: TestProject, isWanted: (spec: string) => boolean): TestProject {
  return {
    ...project,
    unitSpecs: project.unitSpecs.filter(isWanted),
    integrationSpecs: project.integrationSpecs.filter(isWanted),
    endToEndSpecs: project.endToEndSpecs.filter(isWanted),
  };
}
