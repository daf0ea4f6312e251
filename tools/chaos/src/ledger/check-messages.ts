import type { TopicName } from '@ci/contracts';
import type { ServiceName } from '@ci/testing/system';
import { Groups, type Discrepancy } from './discrepancy.ts';
import type { Arrival, Facts, PlannedCall, SentMessage } from './facts.ts';

/** Who listens to what. An arrival that is not in this list is a discrepancy too, so that the list can't fall behind. */
export const consumersOf: Readonly<Partial<Record<TopicName, readonly ServiceName[]>>> = {
  'call.ended': ['contacts', 'webhooks'],
  'call.transcribed': ['summarization'],
  'call.updated': ['contacts', 'summarization'],
  'call.deleted': ['contacts', 'summarization', 'webhooks'],
  'summary.ready': ['contacts', 'ingestion', 'webhooks'],
  'summary.failed': ['ingestion', 'webhooks'],
};

export function topicsOf(service: ServiceName): readonly string[] {
  return Object.entries(consumersOf).flatMap(([topic, services]) => (services.includes(service) ? [topic] : []));
}

/** What each call has to say was sent under one id, and has arrived once at each consumer, in the order in which it was sent. */
export function checkMessages(facts: Facts): Discrepancy[] {
  const firsts = firstPlaces(facts.messages);
  return [
    ...facts.planned.flatMap((planned) => checkSent(planned, new Map([...sentOf(planned, firsts)]))),
    ...checkOrderOfTopics([...firsts.values()]),
    ...checkArrivals(firsts, facts.arrivals),
  ];
}

type Firsts = ReadonlyMap<string, SentMessage>;

/** Each message where it was sent first: repeats are allowed, and come after. */
export function firstPlaces(messages: readonly SentMessage[]): Firsts {
  const firsts = new Map<string, SentMessage>();
  for (const message of messages) {
    const known = firsts.get(message.id);
    if (known === undefined || message.offset < known.offset) firsts.set(message.id, message);
  }
  return firsts;
}

const byKey = new WeakMap<Firsts, Groups<string | null, SentMessage>>();

/** How many different messages of each topic there are about a call. */
function sentOf({ callId }: PlannedCall, firsts: Firsts): Map<string, number> {
  const groups = byKey.get(firsts) ?? new Groups([...firsts.values()], ({ key }) => key);
  byKey.set(firsts, groups);
  const counts = new Map<string, number>();
  for (const { topic } of groups.of(callId)) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return counts;
}

function checkSent(planned: PlannedCall, sent: ReadonlyMap<string, number>): Discrepancy[] {
  const { plan, callId, deleted, reanalyses } = planned;
  if (callId === null) return [];
  const expected: Partial<Record<TopicName, number>> = {
    'call.ended': 1,
    'call.transcribed': 1 + reanalyses,
    'call.deleted': deleted ? 1 : 0,
  };
  return Object.entries(expected).flatMap(([topic, count]): Discrepancy[] => {
    const is = sent.get(topic) ?? 0;
    const ids = { plan, callId, topic, expected: count, is };
    // Erasure withdraws what was not sent yet: of a deleted call only the deletion has to be sent.
    const least = deleted && topic !== 'call.deleted' ? 0 : count;
    if (is < least) {
      const hint = 'the event is stored, so its outbox row was deleted without the message being on the topic';
      return [{ verdict: 'lost', what: 'a message was never sent', ids, hint }];
    }
    if (is <= count) return [];
    const hint = 'one event must be published under one id, however often it is sent';
    return [{ verdict: 'doubled', what: 'an event was published under several ids', ids, hint }];
  });
}

/** A key's messages are made under its stream's lock: on one topic their times rise, and so must their first places. */
function checkOrderOfTopics(firsts: readonly SentMessage[]): Discrepancy[] {
  const ofOneKey = new Groups(firsts, ({ topic, key }) => `${topic} ${key}`);
  return ofOneKey.entries().flatMap(([place, messages]) => {
    const sent = messages.toSorted((one, other) => one.offset - other.offset);
    return sent.flatMap((message, index): Discrepancy[] => {
      const earlier = sent[index - 1];
      if (earlier === undefined || isBefore(earlier, message)) return [];
      const ids = { place, first: `${earlier.offset} ${earlier.id}`, second: `${message.offset} ${message.id}` };
      const hint = 'the relay sends a key’s oldest row first: was one passed over?';
      return [{ verdict: 'out of order', what: 'messages of one key were sent in the wrong order', ids, hint }];
    });
  });
}

function isBefore(one: SentMessage, other: SentMessage): boolean {
  if (one.revision !== null && other.revision !== null) return one.revision <= other.revision;
  return one.time <= other.time;
}

function checkArrivals(firsts: Firsts, arrivals: readonly Arrival[]): Discrepancy[] {
  const arrived = new Groups(arrivals, ({ service, messageId }) => `${service} ${messageId}`);
  const missing = [...firsts.values()].flatMap(({ id, topic, partition, offset, key }) =>
    (consumersOf[topic] ?? [])
      .filter((service) => arrived.of(`${service} ${id}`).length === 0)
      .map((service): Discrepancy => ({
        verdict: 'lost',
        what: `a message never arrived at ${service}`,
        ids: { topic, partition, offset, key, messageId: id },
        hint: 'its offset was committed, or passed over, without its inbox row',
      })),
  );
  const uninvited = arrivals
    .filter(({ topic, service }) => consumersOf[topic as TopicName]?.includes(service) !== true)
    .map(({ topic, service, messageId }): Discrepancy => ({
      verdict: 'other',
      what: `${service} listens to ${topic}, of which the ledger does not know`,
      ids: { messageId },
      hint: 'add it to consumersOf in tools/chaos',
    }));
  return [...missing, ...uninvited.slice(0, 1), ...checkOrderOfArrivals(firsts, arrivals)];
}

function checkOrderOfArrivals(firsts: Firsts, arrivals: readonly Arrival[]): Discrepancy[] {
  const known = arrivals.flatMap((arrival) => {
    const message = firsts.get(arrival.messageId);
    return message ? [{ ...arrival, message }] : [];
  });
  const ofOneKey = new Groups(known, ({ service, message }) => `${service} ${message.topic} ${message.key}`);
  return ofOneKey.entries().flatMap(([place, group]) => {
    const inOrderOfOffsets = group.toSorted((one, other) => one.message.offset - other.message.offset);
    return inOrderOfOffsets.flatMap((arrival, index): Discrepancy[] => {
      const earlier = inOrderOfOffsets[index - 1];
      if (earlier === undefined || earlier.receivedAt <= arrival.receivedAt) return [];
      const ids = {
        place,
        first: earlier.message.offset,
        second: arrival.message.offset,
        messageId: arrival.messageId,
      };
      const hint = 'two members of the group at once, or a batch that was not worked on in order';
      return [{ verdict: 'out of order', what: 'messages of one key were handled in the wrong order', ids, hint }];
    });
  });
}
