import { imageOf, revisionOf, runProgram } from '@ci/testing/containers';
import type { Service } from '@ci/tools-images/services';
import type { Release } from '../records/release-records.ts';
import { previousRelease } from './previous-release.ts';
import { ReleaseWorktree } from './release-worktree.ts';

/** The image of a service as it was released. */
export interface PreviousImage extends Release {
  readonly service: Service;
  /** `call-intelligence/contacts:1.0.0` */
  readonly image: string;
}

/** Of each service that has a previous release, what its image is called; whether it is there or not. */
export async function previousImages(
  workspace: string,
  services: readonly Service[],
): Promise<readonly PreviousImage[]> {
  const found: PreviousImage[] = [];
  for (const service of services) {
    const release = await previousRelease(workspace, service);
    if (release !== undefined) found.push({ ...release, service, image: imageOf(service, release.version) });
  }
  return found;
}

/** Those of them that are not there, or are made of something else. */
export async function missingImages(images: readonly PreviousImage[]): Promise<readonly PreviousImage[]> {
  const missing: PreviousImage[] = [];
  for (const one of images) if ((await revisionOf(one.image)) !== one.commit) missing.push(one);
  return missing;
}

/** Builds the missing ones by the scripts of the commits that they were released from; those of one commit together. */
export async function buildMissingImages(
  workspace: string,
  images: readonly PreviousImage[],
  log: (line: string) => void,
): Promise<void> {
  const groups = Map.groupBy(await missingImages(images), ({ commit, version }) => `${commit} ${version}`);
  if (groups.size === 0) return;
  const worktree = await ReleaseWorktree.open(workspace);
  try {
    for (const group of groups.values()) await buildTogether(worktree, group, log);
  } finally {
    await worktree.remove();
  }
  for (const { image, commit } of await missingImages(images))
    throw new Error(`${image} is not made of ${commit} after it was built`);
}

/** Of one commit, under one version. */
async function buildTogether(
  worktree: ReleaseWorktree,
  group: readonly PreviousImage[],
  log: (line: string) => void,
): Promise<void> {
  const { commit = '', version = '' } = group[0] ?? {};
  const services = group.map(({ service }) => service);
  log(`building ${services.join(', ')} ${version} from ${commit.slice(0, 12)} …`);
  await worktree.checkOut(commit);
  const code = await runProgram('npm', ['run', 'images', '--', ...services, '--tag', version], {
    cwd: worktree.folder,
  });
  if (code !== 0) throw new Error(`${services.join(', ')} ${version} could not be built; the reason is above.`);
}
