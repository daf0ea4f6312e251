import { changesIn, git } from '@ci/tools-images/git';
import { services } from '@ci/tools-images/services';
import { problemsOfReleases } from '../../guard/recorded-releases.ts';
import type { Candidate } from '../candidate.ts';
import { findingsOf, type Finding } from '../finding.ts';

/** What the answer is about: the files as they lie here, and whether they are a commit; and whether it was ever released. */
export async function workingTreeAndRecord(candidate: Candidate): Promise<readonly Finding[]> {
  const { workspace, service, others } = candidate;
  const changes = await changesIn(workspace);
  const commit = (await git(workspace, ['rev-parse', '--short=12', 'HEAD'])).trim();
  const tree: Finding =
    changes.length === 0
      ? { answer: 'yes', what: 'working tree', against: commit, why: 'nothing differs from the commit' }
      : {
          answer: 'note',
          what: 'working tree',
          against: commit,
          why: `the answer is about the files as they lie here, not about the commit: ${listed(changes)}`,
        };
  const unreleased = services.filter((name) => name !== service && !others.some((other) => other.service === name));
  return [
    tree,
    recordOf(candidate),
    ...(await keptAsReleased(candidate)),
    ...unreleased.map((name): Finding => ({ answer: 'note', what: name, against: '', why: neverReleased(name) })),
  ];
}

function listed(changes: readonly string[]): string {
  const [first = '', ...others] = changes.map((line) => line.slice(3));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function recordOf({ service, releases, previous }: Candidate): Finding {
  const newest = releases.at(-1);
  if (newest === undefined) return { answer: 'note', what: 'record', against: '', why: neverReleased(service) };
  const beside = previous === undefined ? 'no other release runs beside it' : `${previous.version} may run beside it`;
  return { answer: 'yes', what: 'record', against: newest.name, why: `the newest release; ${beside}` };
}

/** Events, API documents and migrations are what they were when they were released, here and in the services that run beside. */
async function keptAsReleased({ workspace, releases, others }: Candidate): Promise<readonly Finding[]> {
  const newest = [...releases.slice(-1), ...others];
  const findings = newest.map(async ({ service, name }) =>
    findingsOf({
      what: 'what was released',
      against: name,
      fine: 'is recorded, and kept as it was',
      problems: await problemsOfReleases(workspace, service),
      remedy: 'what was released stays as it is: undo the change',
    }),
  );
  return (await Promise.all(findings)).flat();
}

const neverReleased = (service: string): string => `${service} was never released: nothing of it runs yet`;
