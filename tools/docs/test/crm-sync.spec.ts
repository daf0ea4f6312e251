import { createApiClient, type WebhookEvent } from '@ci/client';
import { webhookExamples } from '@ci/contracts';
// The page shows this very file, so it belongs to no project.
// oxlint-disable-next-line @nx/enforce-module-boundaries
import {
  applyEvent,
  backfill,
  erase,
  reconcile,
  removeDeleted,
  type Crm,
} from '../../../docs/samples/crm-sync/sync.ts';

const { call, summary, action_items: items } = webhookExamples['summary.ready'].data;

/** Answers by method and path, and notes what was asked. */
function api(answers: Readonly<Record<string, (url: URL) => [status: number, body?: unknown]>>) {
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const [status, body] = answers[`${request.method} ${url.pathname}`]?.(url) ?? [404, notFound];
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  };
  return { asked, client: createApiClient({ baseUrl: 'http://calls', apiKey: 'ci_live_example', fetch }) };
}

const notFound = { error: { code: 'not_found', message: 'Not found.', request_id: 'req_1' } };
const page = (data: readonly unknown[], next: string | null = null) => ({
  data,
  next_cursor: next,
  has_more: next !== null,
});

function crm(ids: readonly string[] = []) {
  const done: string[] = [];
  const spy: Crm = {
    saveCall: async ({ id }) => void done.push(`call ${id}`),
    saveSummary: async (id, { revision }, { length }) => void done.push(`summary ${id} ${revision} ${length}`),
    removeCall: async (id) => void done.push(`remove ${id}`),
    callIds: async () => ids,
  };
  return { done, spy };
}

it('backfills one call a second', async () => {
  const { asked, client } = api({ 'POST /v1/calls': () => [201, call] });
  const pauses: number[] = [];
  const calls = (async function* () {
    for (const external_id of ['a', 'b', 'c'])
      yield { rep_id: 'r', started_at: call.created_at, transcript: [], external_id };
  })();
  expect(await backfill(client, calls, async (ms) => void pauses.push(ms))).toBe(3);
  expect([asked.length, pauses]).toEqual([3, [1_000, 1_000]]);
});

it('applies the events of webhooks', async () => {
  const { done, spy } = crm();
  await applyEvent(webhookExamples['summary.ready'] as WebhookEvent, spy);
  await applyEvent(webhookExamples['summary.failed'] as WebhookEvent, spy);
  expect(done).toEqual([`call ${call.id}`, `summary ${call.id} ${summary.revision} ${items.length}`]);
});

it('reads every page of what changed, with the summaries that are ready', async () => {
  const pending = { ...call, id: 'call_2', analysis_status: 'pending' };
  const { asked, client } = api({
    'GET /v1/calls': (url) => [
      200,
      url.searchParams.has('cursor') ? page([pending]) : page([{ ...call, analysis_status: 'ready' }], 'c1'),
    ],
    [`GET /v1/calls/${call.id}/summary`]: () => [200, summary],
    [`GET /v1/calls/${call.id}/action-items`]: () => [200, { data: items, analysis_status: 'ready' }],
  });
  const { done, spy } = crm();
  expect(await reconcile(client, spy, '2026-11-20T00:00:00Z')).toBe(2);
  expect(done).toEqual([`call ${call.id}`, `summary ${call.id} ${summary.revision} ${items.length}`, 'call call_2']);
  expect(asked.filter((each) => each.includes('updated_since=2026-11-20T00%3A00%3A00Z'))).toHaveLength(2);
});

it('erases in the service first, keeps the copy when that fails, and accepts a call that is gone', async () => {
  const fails = { error: { code: 'insufficient_scope', message: 'Read-only.', request_id: 'req_1' } };
  const { client } = api({ 'DELETE /v1/calls/call_1': () => [204], 'DELETE /v1/calls/call_3': () => [403, fails] });
  const { done, spy } = crm();
  await erase(client, spy, 'call_1');
  await erase(client, spy, 'call_2');
  await expect(erase(client, spy, 'call_3')).rejects.toThrow('call_3 is not erased: insufficient_scope');
  expect(done).toEqual(['remove call_1', 'remove call_2']);
});

it('removes what the service no longer has', async () => {
  const { client } = api({ 'GET /v1/calls': () => [200, page([call])] });
  const { done, spy } = crm([call.id, 'call_gone']);
  await removeDeleted(client, spy);
  expect(done).toEqual(['remove call_gone']);
});
