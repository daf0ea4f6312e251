import { Groups, type Discrepancy } from './discrepancy.ts';
import { firstPlaces } from './check-messages.ts';
import type { Facts, PlannedCall, Receipt, SentMessage, SubscribedEndpoint } from './facts.ts';

/** Every subscribed endpoint has accepted every event at least once, under one id, and first attempts came in the order of the call. */
export function checkDeliveries(facts: Facts): Discrepancy[] {
  const receiptsOf = new Groups(facts.receipts, ({ endpointId, callId }) => `${endpointId} ${callId}`);
  const endsOf = new Groups([...firstPlaces(facts.messages).values()].filter(isEnd), ({ key }) => key);
  const perEndpoint = facts.endpoints.flatMap((endpoint) =>
    facts.planned
      .filter(({ workspaceId }) => workspaceId === endpoint.workspaceId)
      .flatMap((planned) => {
        if (planned.callId === null) return [];
        const receipts = receiptsOf.of(`${endpoint.id} ${planned.callId}`);
        const expected = expectedEvents(endpoint, planned, endsOf.of(planned.callId));
        return [...checkReceived(endpoint, planned, expected, receipts), ...checkOrder(endpoint, receipts)];
      }),
  );
  return [...perEndpoint, ...checkIds(facts.receipts)];
}

const isEnd = ({ topic }: SentMessage): boolean => topic === 'summary.ready' || topic === 'summary.failed';

const eventOf = ({ type, callId, revision }: Pick<Receipt, 'type' | 'callId' | 'revision'>): string =>
  `${type} ${callId} ${revision}`;

/** A deleted call's events may have been dropped with it. */
function expectedEvents(
  { events }: SubscribedEndpoint,
  { callId, deleted }: PlannedCall,
  ends: readonly SentMessage[],
): string[] {
  if (callId === null || deleted) return [];
  const all = [
    { type: 'call.ended' as const, callId, revision: 0 },
    ...ends.map(({ topic, revision }) => ({ type: topic as Receipt['type'], callId, revision: revision ?? 0 })),
  ];
  return all.filter(({ type }) => events.includes(type)).map(eventOf);
}

function checkReceived(
  endpoint: SubscribedEndpoint,
  { callId }: PlannedCall,
  expected: readonly string[],
  receipts: readonly Receipt[],
): Discrepancy[] {
  const accepted = new Set(receipts.filter(({ accepted: ok }) => ok).map(eventOf));
  return expected
    .filter((event) => !accepted.has(event))
    .map((event) => ({
      verdict: 'lost',
      what: 'an endpoint never accepted an event',
      ids: { endpoint: endpoint.id, event, callId, refused: receipts.filter((one) => eventOf(one) === event).length },
      hint: 'see webhooks.deliveries: is there a row, and how did its attempts end?',
    }));
}

function checkOrder(endpoint: SubscribedEndpoint, receipts: readonly Receipt[]): Discrepancy[] {
  const firsts = receipts.filter((receipt, index) => index === receipts.findIndex(isSameEvent(receipt)));
  return firsts.flatMap((receipt, index): Discrepancy[] => {
    const earlier = firsts[index - 1];
    if (earlier === undefined || earlier.revision <= receipt.revision) return [];
    const ids = { endpoint: endpoint.id, callId: receipt.callId, first: eventOf(earlier), second: eventOf(receipt) };
    const hint = 'an event waits for the first attempt of those before it: see call_order and held of its delivery';
    return [{ verdict: 'out of order', what: 'first attempts came in the wrong order', ids, hint }];
  });
}

const isSameEvent = (one: Receipt) => (other: Receipt) => eventOf(one) === eventOf(other);

/** One event has one webhook-id, at all endpoints; one webhook-id is one event. */
function checkIds(receipts: readonly Receipt[]): Discrepancy[] {
  const idsOf = new Groups(receipts, eventOf);
  const eventsOf = new Groups(receipts, ({ webhookId }) => webhookId);
  return [
    ...idsOf.entries().flatMap(([event, group]): Discrepancy[] => {
      const ids = [...new Set(group.map(({ webhookId }) => webhookId))];
      if (ids.length === 1) return [];
      const hint = 'receivers take them for two events';
      return [
        { verdict: 'doubled', what: 'one event came under several ids', ids: { event, ids: ids.join(',') }, hint },
      ];
    }),
    ...eventsOf.entries().flatMap(([webhookId, group]): Discrepancy[] => {
      const events = [...new Set(group.map(eventOf))];
      if (events.length === 1) return [];
      const ids = { webhookId, events: events.join(',') };
      return [{ verdict: 'lost', what: 'one id stands for several events', ids, hint: 'receivers drop the second' }];
    }),
  ];
}
