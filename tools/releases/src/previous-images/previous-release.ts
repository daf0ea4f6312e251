import type { Service } from '@ci/tools-images/services';
import { atCommit, workingTree, type Snapshot } from '@ci/tools-images/snapshot';
import { digestOf, imageSources } from '@ci/tools-images/sources';
import { readRecord, type Release } from '../records/release-records.ts';

/**
 * The newest recorded release of a service whose image differs from what the working tree would make; undefined when there is none. So of what
 * was just released it is the release before. What does not count is what images do not hold: tests, documents, versions of our own.
 */
export async function previousRelease(workspace: string, service: Service): Promise<Release | undefined> {
  const { releases } = readRecord(workspace, service);
  if (releases.length === 0) return undefined;
  const sourcesIn = async (snapshot: Snapshot) => digestOf(await imageSources(snapshot, service));
  const here = await sourcesIn(workingTree(workspace));
  for (const release of releases.toReversed()) {
    if ((await sourcesIn(await commitOf(workspace, service, release))) !== here) return release;
  }
  return undefined;
}

async function commitOf(workspace: string, service: Service, { commit, version }: Release): Promise<Snapshot> {
  try {
    return await atCommit(workspace, commit);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${service} ${version} can't be compared or built: ${reason}`, { cause });
  }
}
