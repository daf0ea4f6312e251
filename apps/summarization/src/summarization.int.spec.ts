import {
  eventExamples,
  type ActionItem,
  type ActionItemDetail,
  type CallCoaching,
  type CallSummary,
  type ErrorBody,
} from '@ci/contracts';
import { fold, isErased } from '@ci/domain';
import { load } from '@ci/event-store';
import { until } from '@ci/testing';
import { sendTogether, WORKER_DATA_SOURCE } from '@ci/database';
import type { DataSource } from 'typeorm';
import { projectActionItems } from './action-items/action-items.projector.ts';
import { analysisDecider } from './analysis/analysis.decider.ts';
import { analysisEvents } from './analysis/analysis.events.ts';
import { analysisStream } from './analysis/analysis-stream.ts';
import { projectAnalysisRow } from './call-summary/analysis-row.projector.ts';
import { AnalysisRunner } from './analyse-call/analysis-runner.ts';
import { SummaryWaiters } from './call-summary/summary-waiters.ts';
import { startTestService, type TestService } from '../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => service.stop());

interface CallActionItems {
  readonly data: readonly ActionItemDetail[];
  readonly analysis_status: string;
}
interface Page {
  readonly data: readonly ActionItemDetail[];
  readonly next_cursor: string | null;
}

/** Whom its call was with is beside an item there. */
function asInEvents({ prospect: _, ...item }: ActionItemDetail): ActionItem {
  return item;
}

describe('a transcript', () => {
  it('becomes a summary whose every quote is literal, and one summary.ready that says the same', async () => {
    const { receive, get, callId, transcribed, sent, analysed } = service.world();
    await receive('call.transcribed');
    await analysed();
    const summary = (await get<CallSummary>(`/v1/calls/${callId}/summary`)).body;
    expect(summary).toMatchObject({ call_id: callId, revision: 1, engine: { name: 'embedded' } });
    const coaching = (await get<CallCoaching>(`/v1/calls/${callId}/coaching`)).body;
    expect(coaching).toMatchObject({ call_id: callId, revision: 1, score: summary.coaching_score });
    expect(coaching.criteria.reduce((sum, { points }) => sum + points, 0)).toBe(summary.coaching_score);
    const quotes = [
      ...Object.values(summary.evidence).flat(2),
      ...coaching.criteria.flatMap(({ evidence }) => evidence),
    ];
    expect(quotes.length).toBeGreaterThan(0);
    for (const { start_ms, end_ms, quote } of quotes) {
      expect(transcribed.segments).toContainEqual(
        expect.objectContaining({ start_ms, end_ms, text: expect.stringContaining(quote) }),
      );
    }
    const items = (await get<CallActionItems>(`/v1/calls/${callId}/action-items`)).body;
    expect(items.analysis_status).toBe('ready');
    expect(items.data).toContainEqual(
      expect.objectContaining({ call_id: callId, owner: 'rep', due_date: '2026-11-27', completed: false }),
    );

    const messages = await sent('summary.ready');
    expect(messages).toHaveLength(1);
    const inEvents = items.data.map(asInEvents);
    expect(messages[0]).toMatchObject({ summary, action_items: inEvents, revision: 1, outcome_source: 'inferred' });
    expect(messages[0]?.call).toEqual({
      ...transcribed.call,
      coaching_score: summary.coaching_score,
      outcome: messages[0]?.outcome,
      outcome_source: 'inferred',
      analysis_status: 'ready',
      updated_at: summary.generated_at,
    });
  });

  it.each(['call.transcribed', 'call.updated', 'call.deleted'] as const)(
    'is not analysed again because %s comes again under another id',
    async (again) => {
      const { receive, sent, analysed, callId, get, events } = service.world();
      await receive('call.transcribed');
      await analysed();
      await receive('call.updated');
      if (again === 'call.deleted') await receive('call.deleted');
      const [before, stored] = [(await get(`/v1/calls/${callId}/summary`)).body, await events()];
      await receive(again);
      expect(await events()).toEqual(stored);
      expect((await get(`/v1/calls/${callId}/summary`)).body).toMatchObject(
        again === 'call.deleted' ? { error: { code: 'not_found' } } : (before as object),
      );
      // With the call go its messages that were not sent yet.
      expect(await sent('summary.ready')).toHaveLength(again === 'call.deleted' ? 0 : 1);
    },
  );

  it('without words has no summary, and never will', async () => {
    const { receive, get, callId, sent } = service.world();
    await receive('call.transcribed', { segments: [] });
    await until(async () => (await sent('summary.failed')).length === 1);
    expect((await sent('summary.failed'))[0]).toMatchObject({
      reason: 'nothing_to_analyse',
      revision: 1,
      call: { id: callId, analysis_status: 'failed', coaching_score: null },
    });
    const { status, body, headers } = await get<ErrorBody>(`/v1/calls/${callId}/summary`, { prefer: 'wait=20' });
    expect([status, body.error.code, headers['retry-after']]).toEqual([404, 'summary_unavailable', undefined]);
    expect((await get(`/v1/calls/${callId}/action-items`)).body).toEqual({ data: [], analysis_status: 'failed' });
  });

  it('of nearly 10 MB is analysed, and its transcript is not kept', async () => {
    const { receive, analysed, rowsWith } = service.world();
    const segments = Array.from({ length: 980 }, (_, index) => ({
      speaker: index % 2 === 0 ? ('rep' as const) : ('prospect' as const),
      start_ms: index * 1_000,
      end_ms: index * 1_000 + 900,
      text: `We spoke of item ${index}. `.repeat(400).slice(0, 9_900),
    }));
    await receive('call.transcribed', { segments });
    // Some ten seconds of a processor, of which a busy machine has less than a fourth to give.
    await analysed(1, '', 180_000);
    expect(await rowsWith('analysis_jobs')).toBe(0);
  }, 200_000);
});

describe('the outcome', () => {
  // It cannot be taken for a sale: what a client says then shows beside what was inferred.
  const segments = [
    { speaker: 'rep' as const, start_ms: 0, end_ms: 4_000, text: 'Would the basic plan suit you?' },
    { speaker: 'prospect' as const, start_ms: 4_000, end_ms: 8_000, text: 'I have to ask my partner about it first.' },
    { speaker: 'rep' as const, start_ms: 8_000, end_ms: 12_000, text: 'I will call you again on Tuesday, then.' },
    { speaker: 'prospect' as const, start_ms: 12_000, end_ms: 16_000, text: 'Yes, call me on Tuesday.' },
  ];

  it.each([[['call.updated', 'call.transcribed']], [['call.transcribed', 'call.updated']]] as const)(
    'is what a client said, with %j',
    async (order) => {
      const { receive, sent, hold } = service.world();
      const go = hold();
      for (const topic of order) await receive(topic, { segments });
      go();
      await until(async () => (await sent('summary.ready')).length === 1);
      expect((await sent('summary.ready'))[0]).toMatchObject({
        outcome: 'won',
        outcome_source: 'provided',
        outcome_inferred: 'follow_up',
        call: { outcome: 'won', outcome_source: 'provided' },
      });
    },
  );
});

describe('another analysis', () => {
  it('has the next revision, the same action items, and what a client did to them', async () => {
    const { receive, analysed, items, patch, sent } = service.world();
    await receive('call.transcribed');
    await analysed();
    const [item] = await items();
    await patch(`/v1/action-items/${item?.id}`, { completed: true });
    await receive('call.transcribed', { revision: 2 });
    await analysed(2);
    expect((await items())[0]).toMatchObject({ id: item?.id, completed: true, created_at: item?.created_at });
    expect((await sent('summary.ready')).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('leaves the summary readable while it is under way', async () => {
    const { receive, analysed, hold, get, callId } = service.world();
    await receive('call.transcribed');
    await analysed();
    const go = hold();
    await receive('call.transcribed', { revision: 2 });
    expect((await get(`/v1/calls/${callId}/summary`)).body).toMatchObject({ revision: 1 });
    expect((await get(`/v1/calls/${callId}/action-items`)).body).toMatchObject({ analysis_status: 'pending' });
    go();
    await analysed(2);
  });
});

describe('a deleted call', () => {
  it.each(['the gateway', 'call.deleted'])(
    'is erased everywhere with %s, and nothing that comes late brings it back',
    async (by) => {
      const { receive, forget, analysed, get, patch, callId, items, rowsWith, sent, hold } = service.world();
      await receive('call.transcribed');
      await analysed();
      const [item] = await items();
      const go = hold();
      await receive('call.transcribed', { revision: 2 });
      if (by === 'the gateway')
        expect([await forget('read-only'), await forget(), await forget()]).toEqual([403, 204, 204]);
      else await receive('call.deleted');
      for (const table of ['analyses', 'action_items', 'analysis_jobs']) expect(await rowsWith(table)).toBe(0);
      expect(await rowsWith('event_personal', 'subject_id')).toBe(0);
      expect(await sent('summary.ready')).toEqual([]); // it had not gone out yet
      await receive('call.updated');
      await receive('call.transcribed', { revision: 3 });
      expect(await rowsWith('analysis_jobs')).toBe(0);
      expect((await get(`/v1/calls/${callId}/summary`)).status).toBe(404);
      expect((await patch(`/v1/action-items/${item?.id}`, { completed: true })).status).toBe(404);

      // The analysis that was under way ends, and is refused; the next call shows that it has.
      go();
      const next = service.world();
      await next.receive('call.transcribed');
      await next.analysed();
      expect(await sent('summary.ready')).toEqual([]);
      expect(await rowsWith('analyses')).toBe(0);
    },
  );

  it('still loads, folds and projects, and leaves no row', async () => {
    const { receive, analysed, callId, items, patch, rowsWith, workspaceId } = service.world();
    await receive('call.transcribed');
    await analysed();
    await patch(`/v1/action-items/${(await items())[0]?.id}`, { description: 'Something else' });
    await receive('call.deleted');
    await service.app.get<DataSource>(WORKER_DATA_SOURCE).transaction(async (tx) => {
      const { events } = await load(tx, analysisStream(workspaceId, callId).id, analysisEvents);
      const texts = events.flatMap(({ event }) => ('personal' in event ? [event.personal] : []));
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.every((text) => isErased(text))).toBe(true);
      const state = fold(
        analysisDecider,
        analysisDecider.initialState(),
        events.map(({ event }) => event),
      );
      expect(state).toMatchObject({ forgotten: true, call: null, summary: null, actionItems: [] });
      for (const project of [projectAnalysisRow, projectActionItems]) {
        await sendTogether(tx, project(events));
        for (const event of events) await sendTogether(tx, project([event]));
      }
    });
    for (const table of ['analyses', 'action_items']) expect([table, await rowsWith(table)]).toEqual([table, 0]);
  });

  it.each(['the gateway', 'call.deleted'])('that nobody has heard of stays deleted with %s', async (by) => {
    const { receive, forget, rowsWith } = service.world();
    if (by === 'the gateway') await forget();
    else await receive('call.deleted');
    await receive('call.transcribed');
    expect(await rowsWith('analysis_jobs')).toBe(0);
    expect(await rowsWith('analyses')).toBe(0);
  });
});

describe('GET /v1/calls/:id/summary', () => {
  it('says of an unknown call that it is unknown, unless the gateway knows better', async () => {
    const { get } = service.world();
    for (const path of ['summary', 'action-items']) {
      const { status, body, headers } = await get<ErrorBody>(`/v1/calls/call_unknown/${path}`);
      expect([status, body.error.code, headers['x-call-unknown']]).toEqual([404, 'not_found', '1']);
    }
    const known = { 'x-call-known': '1' };
    const pending = await get<ErrorBody>('/v1/calls/call_unknown/summary', known);
    expect([pending.status, pending.body.error.code]).toEqual([404, 'summary_not_ready']);
    expect(Number(pending.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get('/v1/calls/call_unknown/action-items', known)).body).toEqual({
      data: [],
      analysis_status: 'pending',
    });
  });

  it('waits for a summary that is on its way, from before the call is known here', async () => {
    const { receive, get, callId } = service.world();
    const waiting = get<CallSummary>(`/v1/calls/${callId}/summary`, { prefer: 'wait=30', 'x-call-known': '1' });
    await until(() => service.app.get(SummaryWaiters).count === 1);
    await receive('call.transcribed');
    const { status, body, headers } = await waiting;
    expect([status, body.call_id, headers['preference-applied']]).toEqual([200, callId, 'wait=30']);
    expect(service.app.get(SummaryWaiters).count).toBe(0);
  });

  it('waits no longer for a call that is deleted meanwhile', async () => {
    const { receive, get, callId, hold } = service.world();
    const go = hold();
    await receive('call.transcribed');
    const waiting = get<ErrorBody>(`/v1/calls/${callId}/summary`, { prefer: 'wait=30' });
    await until(() => service.app.get(SummaryWaiters).count === 1);
    await receive('call.deleted');
    const { status, body, headers } = await waiting;
    expect([status, body.error.code, headers['x-call-unknown']]).toEqual([404, 'not_found', '1']);
    go();
  }, 25_000); // less than it asks to wait

  it('waits no longer than it was asked to', async () => {
    const { get } = service.world();
    const { body, headers } = await get<ErrorBody>('/v1/calls/call_x/summary', {
      prefer: 'wait=1',
      'x-call-known': '1',
    });
    expect([body.error.code, headers['preference-applied']]).toEqual(['summary_not_ready', 'wait=1']);
  });

  it('frees a waiter whose client has gone, and answers at once beyond 1,000 of them', async () => {
    const waiters = service.app.get(SummaryWaiters);
    const gone = new AbortController();
    const call = (index: number) => ({ callId: `call_${index}`, known: false });
    const all = Array.from({ length: 1_000 }, (_, index) => waiters.wait(call(index), 30_000, gone.signal));
    expect(await waiters.wait(call(1_000), 30_000, gone.signal)).toBe(false);
    gone.abort();
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
    expect(waiters.count).toBe(0);
  });
});

describe('action items over HTTP', () => {
  it('are completed once, with a time, and told to others', async () => {
    const { receive, analysed, items, patch, sent } = service.world();
    await receive('call.transcribed');
    await analysed();
    const [item] = await items();
    const path = `/v1/action-items/${item?.id}`;
    const first = await patch<ActionItemDetail>(path, { completed: true, unknown: 1 });
    expect([first.status, first.body.completed, first.body.completed_at]).toEqual([200, true, expect.any(String)]);
    expect(await patch(path, { completed: true })).toMatchObject({ status: 200, body: first.body });
    expect(await sent('action_item.updated')).toEqual([
      { call_id: item?.call_id, action_item: asInEvents(first.body) },
    ]);
    expect((await patch<ActionItemDetail>(path, { completed: false })).body).toEqual(item);
    const edit = { description: ' Mail the contract. ', owner: 'prospect', due_date: null };
    expect((await patch<ActionItemDetail>(path, edit)).body).toEqual({
      ...item,
      ...edit,
      description: 'Mail the contract.',
    });
    expect((await items())[0]).toMatchObject({ description: 'Mail the contract.', due_date: null });
  });

  it.each([
    [{ completed: 'yes' }, ['completed']],
    [
      { completed: null, owner: 'boss', due_date: '2026-02-30', description: ' ' },
      ['completed', 'description', 'due_date', 'owner'],
    ],
    [{ due_date: '0000-01-01' }, ['due_date']],
    [{ description: 'a\0b' }, ['description']],
    [[], ['body']],
  ])('refuse %j', async (body, fields) => {
    const { patch } = service.world();
    const answer = await patch<ErrorBody>('/v1/action-items/act_x', body);
    expect([answer.status, answer.body.error.details?.map(({ field }) => field).sort()]).toEqual([400, fields]);
  });

  it('are refused to a key that only reads, before anything else is looked at', async () => {
    const { patch } = service.world();
    const { status, body } = await patch<ErrorBody>('/v1/action-items/act_x', { completed: 'yes' }, 'read-only');
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
  });

  it('give one 404 for unknown, malformed and foreign ids', async () => {
    const [mine, theirs] = [service.world(), service.world()];
    await mine.receive('call.transcribed');
    await mine.analysed();
    const [item] = await mine.items();
    for (const id of [item?.id, 'act_unknown', '%F0%9F%92%A9']) {
      const { status, body } = await theirs.patch<ErrorBody>(`/v1/action-items/${id}`, { completed: true });
      expect([status, body.error.code, body.error.message]).toEqual([404, 'not_found', 'There is no such resource.']);
    }
    for (const path of ['summary', 'action-items']) {
      expect((await theirs.get(`/v1/calls/${mine.callId}/${path}`)).status).toBe(404);
    }
    expect((await theirs.get<Page>('/v1/action-items')).body.data).toEqual([]);
    expect(await mine.items()).toContainEqual(item);
  });

  it('are listed across calls, filtered, page by page', async () => {
    const { receive, analysed, get, patch, items } = service.world();
    for (const suffix of ['_a', '_b', '_c']) {
      await receive('call.transcribed', { suffix });
      await analysed(1, suffix);
    }
    const all = (await get<Page>('/v1/action-items?limit=100')).body.data;
    expect(all.length).toBeGreaterThanOrEqual(3);
    const order = all.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: Page = (await get<Page>(`/v1/action-items?limit=1&cursor=${next}`)).body;
      seen.push(...page.data.map(({ id }) => id));
      next = page.next_cursor;
    }
    expect(seen).toEqual(all.map(({ id }) => id));

    const [done] = await items('_b');
    await patch(`/v1/action-items/${done?.id}`, { completed: true });
    const ids = async (query: string) => (await get<Page>(`/v1/action-items?${query}`)).body.data.map(({ id }) => id);
    expect(await ids('completed=true')).toEqual([done?.id]);
    expect(await ids('completed=false&limit=100')).toEqual(seen.filter((id) => id !== done?.id));
    expect(await ids('owner=rep&limit=100')).toEqual(all.filter(({ owner }) => owner === 'rep').map(({ id }) => id));
    expect(await ids('due_before=2026-11-27')).toEqual([]);
    expect(await ids('due_before=2026-11-28&limit=100')).toEqual(
      all.filter(({ due_date }) => due_date !== null).map(({ id }) => id),
    );
  });

  it('name the prospect of their call, wherever they are shown', async () => {
    const { receive, analysed, get, patch, callId } = service.world();
    await receive('call.transcribed');
    await analysed();
    const { prospect } = eventExamples['call.transcribed'];
    const ofCall = (await get<CallActionItems>(`/v1/calls/${callId}/action-items`)).body.data;
    expect(ofCall.length).toBeGreaterThan(0);
    const path = `/v1/action-items/${ofCall[0]?.id}`;
    const changed = (await patch<ActionItemDetail>(path, { completed: true })).body;
    const listed = (await get<Page>('/v1/action-items?limit=100')).body.data;
    for (const item of [...ofCall, ...listed, changed]) expect(item.prospect).toEqual(prospect);
  });

  it('are listed by due date, what is undated last, page by page', async () => {
    const { receive, analysed, get, patch } = service.world();
    for (const suffix of ['_a', '_b', '_c', '_d', '_e', '_f']) {
      await receive('call.transcribed', { suffix });
      await analysed(1, suffix);
    }
    const all = (await get<Page>('/v1/action-items?limit=100')).body.data;
    // Several on one day, and several without one.
    const days = ['2026-12-04', null, '2026-11-27', null, '2026-11-27', '9999-12-31'];
    expect(all.length).toBeGreaterThanOrEqual(days.length);
    for (const [index, { id }] of all.entries()) {
      const owner = index % 2 === 0 ? 'rep' : 'prospect';
      await patch(`/v1/action-items/${id}`, { due_date: days[index % days.length], owner, completed: index % 3 === 0 });
    }
    const pages = async (filters: string, limit: number): Promise<ActionItemDetail[]> => {
      const found: ActionItemDetail[] = [];
      for (let at: string | null = ''; at !== null;) {
        const query: string = `sort=due_date&limit=${limit}&cursor=${at}${filters}`;
        const { status, body } = await get<Page>(`/v1/action-items?${query}`);
        expect(status).toBe(200);
        found.push(...body.data);
        at = body.next_cursor;
      }
      return found;
    };
    const byDueDate = await pages('', 100);
    const order = byDueDate.map(({ due_date: due, id }) => `${due ?? 'undated'} ${id}`);
    expect(order).toEqual([...order].sort());
    expect(order).toHaveLength(all.length);
    for (const [filters, fits] of [
      ['', () => true],
      ['&completed=false', ({ completed }) => !completed],
      ['&completed=true', ({ completed }) => completed],
      ['&owner=rep', ({ owner }) => owner === 'rep'],
      ['&due_before=2026-12-04', ({ due_date: due }) => due !== null && due < '2026-12-04'],
      ['&owner=prospect&completed=false', ({ owner, completed }) => owner === 'prospect' && !completed],
    ] satisfies [string, (item: ActionItemDetail) => boolean][]) {
      const fitting = byDueDate.filter(fits).map(({ id }) => id);
      expect([filters, (await pages(filters, 1)).map(({ id }) => id)]).toEqual([filters, fitting]);
    }
    // A place in one order is none in the other.
    const { next_cursor: cursor } = (await get<Page>('/v1/action-items?sort=due_date&limit=1')).body;
    const elsewhere = await get<ErrorBody>(`/v1/action-items?cursor=${cursor}`);
    expect([elsewhere.status, elsewhere.body.error.param]).toEqual([400, 'cursor']);
  });

  it.each([
    'limit=0',
    'sort=owner',
    'sort=',
    'cursor=forged',
    'colour=red',
    'owner=boss',
    'completed=1',
    'due_before=2026-02-30',
    'owner=rep&owner=rep',
  ])('refuse ?%s, naming it', async (query) => {
    const { status, body } = await service.world().get<ErrorBody>(`/v1/action-items?${query}`);
    expect([status, body.error.param]).toEqual([400, query.split('=', 1)[0]]);
  });
});

describe('shutdown', () => {
  it('ends quickly, frees who waits, and gives back the job in hand', async () => {
    const other = await startTestService();
    const { receive, hold, get, callId, rowsWith } = other.world();
    hold(); // for good: only the end of the service ends it
    await receive('call.transcribed');
    await until(async () => other.attempts() === 1);
    const waiting = get<ErrorBody>(`/v1/calls/${callId}/summary`, { prefer: 'wait=30' });
    await until(() => other.app.get(SummaryWaiters).count === 1);
    await other.app.get(AnalysisRunner).onModuleDestroy();
    other.app.get(SummaryWaiters).onModuleDestroy();
    expect((await waiting).body.error.code).toBe('summary_not_ready');
    expect(await rowsWith('analysis_jobs', 'call_id', 'AND attempts = 0 AND available_at <= clock_timestamp()')).toBe(
      1,
    );
    await other.stop();
  });
});
