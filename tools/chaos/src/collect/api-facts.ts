import type { Call, CallSummary, Contact, ContactDetail } from '@ci/contracts';
import { until } from '@ci/testing';
import type { CallLookup, ListedCall, ListedContact, PlannedCall } from '../ledger/facts.ts';

/** What a client of one workspace asks with. */
export interface Reader {
  readonly baseUrl: string;
  readonly key: string;
  readonly workspaceId: string;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

const AT_ONCE = 16;

/** What clients see of a workspace when all is quiet. */
export async function apiFacts(reader: Reader, planned: readonly PlannedCall[]) {
  const calls = await everyPage<Call>(reader, '/calls');
  const contacts = await everyPage<Contact>(reader, '/contacts');
  const callIds = planned.flatMap(({ callId }) => (callId === null ? [] : [callId]));
  return {
    calls: calls.map((call) => listedCall(call, reader)),
    contacts: await inParallel(contacts, (contact) => contactOf(contact, reader)),
    details: await inParallel(callIds, (callId) => lookUp(callId, reader)),
  };
}

function listedCall({ id, rep_id, analysis_status, title }: Call, { workspaceId }: Reader): ListedCall {
  return { workspaceId, id, repId: rep_id, analysisStatus: analysis_status, title };
}

async function contactOf({ id }: Contact, reader: Reader): Promise<ListedContact> {
  const { body } = await get<ContactDetail>(reader, `/contacts/${id}`);
  const { email, call_count, calls } = body;
  return {
    workspaceId: reader.workspaceId,
    id,
    email,
    callCount: call_count,
    calls: calls.map((call) => ({ id: call.id, coachingScore: call.coaching_score })),
  };
}

async function lookUp(callId: string, reader: Reader): Promise<CallLookup> {
  const { status } = await get(reader, `/calls/${callId}`);
  const summary = await get<CallSummary>(reader, `/calls/${callId}/summary`);
  const { revision, coaching_score } = summary.status === 200 ? summary.body : { revision: null, coaching_score: null };
  return { callId, status, summaryStatus: summary.status, revision, coachingScore: coaching_score };
}

async function everyPage<Item>(reader: Reader, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await get<Page<Item>>(reader, `${path}?limit=100${after}`);
    items.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return items;
}

/** A machine that is busy may answer 503 once: asks again for a while. */
async function get<Body>({ baseUrl, key }: Reader, path: string): Promise<{ status: number; body: Body }> {
  return until(
    async () => {
      const response = await fetch(`${baseUrl}${path}`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(60_000),
      });
      const body = (await response.json()) as Body;
      if (response.status === 503) throw new Error(JSON.stringify(body));
      return { status: response.status, body };
    },
    { timeoutMs: 90_000, intervalMs: 500, describe: `an answer to GET ${path}` },
  );
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
