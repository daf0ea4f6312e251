import { consumedTopics, dlqTopicOf, publishedTopics, type TopicName } from '@ci/contracts';
import { currentEvents } from '@ci/tools-interfaces/current-events';
import { incompatibilities, type EventsByTopic, type ReleasedEvent } from '@ci/tools-interfaces/released-events';
import type { Service } from '@ci/tools-images/services';
import type { Snapshot } from '@ci/tools-images/snapshot';
import type { Candidate } from '../candidate.ts';
import { findingsOf, type Finding } from '../finding.ts';

/** What it sends, every release can read, ever, those that run now among them; and it is as they may still send it. */
export async function sentEvents(candidate: Candidate, events = currentEvents): Promise<readonly Finding[]> {
  const sent = sentBy(candidate.service);
  return compared(candidate, { verb: 'sends', topics: sent, sharedWith: readBy, events });
}

/** What it reads, it can read as every release has sent it, ever, and it is tested with an example of each version. */
export async function readEvents(candidate: Candidate, events = currentEvents): Promise<readonly Finding[]> {
  const read = readBy(candidate.service);
  return compared(candidate, { verb: 'reads', topics: read, sharedWith: sentBy, events });
}

interface Compared {
  readonly verb: 'sends' | 'reads';
  readonly topics: readonly TopicName[];
  /** The topics at whose other end a service is. */
  readonly sharedWith: (service: Service) => readonly TopicName[];
  readonly events: EventsByTopic;
}

async function compared(
  { files, others }: Candidate,
  { verb, topics, sharedWith, events }: Compared,
): Promise<readonly Finding[]> {
  if (topics.length === 0) return [];
  const kept = await releasedEvents(files, topics);
  const examples = verb === 'reads' ? await withoutExample(files, kept) : [];
  const ever = findingsOf({
    what: `${verb} ${topics.join(', ')}`,
    against: `all releases (${releasesOf(kept)})`,
    fine: 'compatible with today’s, both ways',
    problems: [...examples, ...incompatibilities(events, kept)],
    remedy: otherEvent,
  });
  const withOther = others.map(async (other): Promise<readonly Finding[]> => {
    const shared = topics.filter((topic) => sharedWith(other.service).includes(topic));
    if (shared.length === 0) return [];
    const known = await releasedEvents(other.files, shared);
    return findingsOf({
      what: `${verb} ${shared.join(', ')}`,
      against: other.name,
      fine: verb === 'sends' ? 'can read what is sent today' : 'sends what can be read today',
      problems: incompatibilities(events, known),
      remedy: otherEvent,
    });
  });
  return [ever, ...(await Promise.all(withOther))].flat();
}

const otherEvent =
  'only optional fields come and go: take the change back, or make another event beside it (CONTRIBUTING.md, “Add an event”)';

const folder = 'libs/contracts/released/';

const isOf = (file: string, topics: readonly string[]): boolean =>
  topics.some((topic) => file.startsWith(`${folder}${topic}-`));

/** In all versions that were released until then, as they are kept. */
async function releasedEvents(files: Snapshot, topics: readonly string[]): Promise<readonly ReleasedEvent[]> {
  const names = [...(await files.files()).keys()].filter((file) => isOf(file, topics));
  return Promise.all(names.map(async (file) => JSON.parse((await files.read(file)) ?? '') as ReleasedEvent));
}

async function withoutExample(files: Snapshot, known: readonly ReleasedEvent[]): Promise<readonly string[]> {
  const there = await files.files();
  const wanted = known.map(({ topic, version }) => `libs/contracts/golden-events/${topic}.v${version}.json`);
  const absent = [...new Set(wanted)].filter((file) => !there.has(file));
  return absent.map((file) => `${file} is gone: nobody knows that it is still read`);
}

function releasesOf(events: readonly ReleasedEvent[]): string {
  const releases = [...new Set(events.map(({ release }) => release))];
  return releases.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).join(', ');
}

function sentBy(service: Service): readonly TopicName[] {
  const topics: readonly TopicName[] = service === 'gateway' ? [] : publishedTopics[service];
  const notices = dlqTopicOf(service);
  return notices === undefined ? topics : [...topics, notices];
}

function readBy(service: Service): readonly TopicName[] {
  return service === 'gateway' ? [] : consumedTopics[service];
}
