import type { Service } from '@ci/tools-images/services';
import type { Snapshot } from '@ci/tools-images/snapshot';
import type { Candidate, Released } from '../src/can-i-deploy/candidate.ts';

/** Files with what they hold: JSON unless it is text. */
export type Files = Readonly<Record<string, unknown>>;

/** Files that are in no repository. */
export function snapshotOf(files: Files): Snapshot {
  const texts = Object.entries(files).map(([file, content]) => [file, textOf(content)] as const);
  // The text stands for its hash.
  const all = new Map(texts);
  return { files: () => Promise.resolve(all), read: (file) => Promise.resolve(all.get(file)) };
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

export function release(service: Service, files: Files, version = '1.0.0'): Released {
  const name = `${service} ${version}`;
  return { service, version, name, commit: 'a'.repeat(40), date: '2026-11-22T13:00:00Z', files: snapshotOf(files) };
}

/** A service in a workspace that is none, beside nothing; what differs is given. */
export function candidate(service: Service, differing: Partial<Candidate>): Candidate {
  const files = snapshotOf({});
  return {
    workspace: '/nowhere',
    service,
    version: '1.1.0',
    files,
    releases: [],
    previous: undefined,
    others: [],
    beside: [],
    ...differing,
  };
}
