import { Groups, type Discrepancy } from './discrepancy.ts';
import type { CallLookup, Facts, ListedCall, PlannedCall } from './facts.ts';

/** Every 201 has its call, once, as it was last changed; what was deleted is gone; nothing is there that was not sent. */
export function checkCalls(facts: Facts): Discrepancy[] {
  const listed = new Groups(facts.calls, ({ repId }) => repId);
  const lookups = new Map(facts.details.map((lookup) => [lookup.callId, lookup]));
  const plans = new Set(facts.planned.map(({ plan }) => plan));
  return [
    ...facts.planned.flatMap((planned) => checkPlanned(planned, listed.of(planned.plan), lookups)),
    ...facts.calls.filter(({ repId }) => !plans.has(repId)).map(unknownCall),
    ...facts.wrongAnswers.map((answer): Discrepancy => ({
      verdict: 'other',
      what: `${answer.request} was answered ${answer.status}`,
      ids: { plan: answer.plan, body: answer.body.slice(0, 300) },
      hint: 'an outage is 503 or no answer at all; find the request id in the log of the service',
    })),
  ];
}

function checkPlanned(
  planned: PlannedCall,
  listed: readonly ListedCall[],
  lookups: ReadonlyMap<string, CallLookup>,
): Discrepancy[] {
  const { plan, callId, deleted, unanswered } = planned;
  const ids = { plan, callId };
  const found: Discrepancy[] = unanswered.map((request) => ({
    verdict: 'other',
    what: `${request} never got a final answer`,
    ids,
    hint: 'it was repeated with the same key until the deadline; see the gateway and the service behind it',
  }));
  if (listed.length > 1) {
    const all = listed.map(({ id }) => id).join(',');
    const hint =
      'one Idempotency-Key or external id, several calls: both must be stored in the transaction of the effect';
    found.push({ verdict: 'doubled', what: 'a request was recorded more than once', ids: { ...ids, all }, hint });
  }
  if (callId === null) return found;
  return [...found, ...(deleted ? checkDeleted(callId, listed, lookups) : checkKept(planned, callId, listed, lookups))];
}

function checkDeleted(
  callId: string,
  listed: readonly ListedCall[],
  lookups: ReadonlyMap<string, CallLookup>,
): Discrepancy[] {
  const status = lookups.get(callId)?.status;
  if (status === 404 && !listed.some(({ id }) => id === callId)) return [];
  const hint = '204 was answered for its DELETE; see the events of its stream in ingestion';
  return [{ verdict: 'lost', what: 'a deletion did not stay', ids: { callId, status: status ?? null }, hint }];
}

function checkKept(
  { plan, title }: PlannedCall,
  callId: string,
  listed: readonly ListedCall[],
  lookups: ReadonlyMap<string, CallLookup>,
): Discrepancy[] {
  const call = listed.find(({ id }) => id === callId);
  const status = lookups.get(callId)?.status ?? null;
  if (call === undefined || status !== 200) {
    const hint = '201 was answered for it; see ingestion.events and whether Postgres kept the commit';
    return [{ verdict: 'lost', what: 'a recorded call is not there', ids: { plan, callId, status }, hint }];
  }
  if (call.title === title || title === null) return [];
  const ids = { callId, expected: title, is: call.title };
  return [{ verdict: 'lost', what: 'a change is not there', ids, hint: 'its PATCH was answered 200' }];
}

function unknownCall({ id, repId }: ListedCall): Discrepancy {
  const hint = 'no client sent it: where does it come from?';
  return { verdict: 'doubled', what: 'a call that nobody recorded', ids: { callId: id, repId }, hint };
}
