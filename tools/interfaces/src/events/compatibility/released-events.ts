import { isDeepStrictEqual } from 'node:util';
import { goldenFiles } from '@ci/testing/golden';
import { reasonsNotToRead } from './can-read.ts';
import { constraintsOf, type JsonSchema } from './event-schema.ts';

/** An event as it is now. */
export interface Event {
  readonly version: number;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

/** An event as it was when something that sends or reads it was released. */
export interface ReleasedEvent extends Event {
  readonly topic: string;
  readonly release: string;
}

export type EventsByTopic = Readonly<Record<string, Event>>;

/** What was released, from the files that are never written again; throws when one of them was changed or is gone. */
export async function readReleased(folder: URL): Promise<readonly ReleasedEvent[]> {
  return [...(await goldenFiles({ folder, current: {} })).values()] as unknown as readonly ReleasedEvent[];
}

/**
 * FULL_TRANSITIVE: what is sent today can be read by every release, and what they send can be read today. Empty when that
 * holds. A new version number changes nothing: a reader knows one schema, whatever number a message carries.
 */
export function incompatibilities(events: EventsByTopic, released: readonly ReleasedEvent[]): readonly string[] {
  return released.flatMap(({ topic, release, version, schema }) => {
    const today = Object.hasOwn(events, topic) ? events[topic] : undefined;
    if (today === undefined) return [`${topic} of ${release} is gone: somebody may still send or read it`];
    if (today.version < version) return [`${topic} was released as version ${version}, and is ${today.version} today`];
    return [
      ...reasonsNotToRead(schema, today.schema).map(
        (reason) => `${topic}: ${reason} where ${release} sends it, and is refused today`,
      ),
      ...reasonsNotToRead(today.schema, schema).map(
        (reason) => `${topic}: ${reason} where it is sent today, and is refused by ${release}`,
      ),
    ];
  });
}

/** What differs from all that was released, as it is kept under a version of its sender. Throws when the version has kept something else. */
export function eventsToKeep(
  events: EventsByTopic,
  released: readonly ReleasedEvent[],
  release: string,
): readonly ReleasedEvent[] {
  const differing = Object.entries(events).flatMap(([topic, { version, schema, example }]): ReleasedEvent[] => {
    const content = { topic, release, version, schema: constraintsOf(schema), example };
    const known = released.some((each) => each.topic === topic && sameContract(each, content));
    return known ? [] : [content];
  });
  const taken = differing.find(({ topic }) =>
    released.some((each) => each.topic === topic && each.release === release),
  );
  if (taken !== undefined) throw new Error(`${taken.topic} was released as ${release} already, with another schema`);
  return differing;
}

/** Keeps events as files in the folder, for good. */
export async function freeze(folder: URL, events: readonly ReleasedEvent[]): Promise<void> {
  const current = Object.fromEntries(events.map((event) => [`${event.topic}-${event.release}`, event]));
  await goldenFiles({ folder, current, write: true });
}

function sameContract(one: Event, other: Event): boolean {
  return one.version === other.version && isDeepStrictEqual(plain(one.schema), plain(other.schema));
}

/** Without what a schema builder hangs on beside. */
const plain = (schema: JsonSchema): unknown => JSON.parse(JSON.stringify(schema));
