import { services, type Service } from '@ci/tools-images/services';
import { atCommit, workingTree, type Snapshot } from '@ci/tools-images/snapshot';
import { digestOf, imageSources } from '@ci/tools-images/sources';
import { previousRelease } from '../previous-images/previous-release.ts';
import { readRecord, type Release } from '../records/release-records.ts';

/** A service as it was released, with the repository as it was then. */
export interface Released extends Release {
  readonly service: Service;
  /** `contacts 1.0.0` */
  readonly name: string;
  readonly files: Snapshot;
}

/** What is to be deployed, and what it would run beside. */
export interface Candidate {
  readonly workspace: string;
  readonly service: Service;
  readonly version: string;
  /** The working tree. */
  readonly files: Snapshot;
  /** Every release of the service, oldest first. */
  readonly releases: readonly Released[];
  /** The newest release that is of other code: it runs beside while its instances are replaced. */
  readonly previous: Released | undefined;
  /** The newest release of each other service that has one. */
  readonly others: readonly Released[];
  /** Of all these, those that are of other code than what lies here: what it has to be tried beside, unless it is released for the first time. */
  readonly beside: readonly Released[];
}

/** Reads it from the records, and the files from git. */
export async function readCandidate(workspace: string, service: Service): Promise<Candidate> {
  const files = workingTree(workspace);
  const { version } = JSON.parse((await files.read(`apps/${service}/package.json`)) ?? '{}') as { version: string };
  const releases = await Promise.all(
    readRecord(workspace, service).releases.map((one) => open(workspace, service, one)),
  );
  const before = await previousRelease(workspace, service);
  const previous = releases.find((one) => one.version === before?.version);
  const others = await newestOfOthers(workspace, service);
  const changed = await Promise.all(others.map((other) => isOfOtherCode(other, files)));
  const beside = previous === undefined ? [] : [previous, ...others.filter((_, index) => changed[index])];
  return { workspace, service, version, files, releases, previous, others, beside };
}

async function newestOfOthers(workspace: string, service: Service): Promise<readonly Released[]> {
  const newest = services.flatMap((other) => {
    const release = readRecord(workspace, other).releases.at(-1);
    return other === service || release === undefined ? [] : [open(workspace, other, release)];
  });
  return Promise.all(newest);
}

async function isOfOtherCode({ service, files }: Released, here: Snapshot): Promise<boolean> {
  const [then, now] = await Promise.all([imageSources(files, service), imageSources(here, service)]);
  return digestOf(then) !== digestOf(now);
}

async function open(workspace: string, service: Service, release: Release): Promise<Released> {
  const name = `${service} ${release.version}`;
  try {
    return { ...release, service, name, files: await atCommit(workspace, release.commit) };
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
