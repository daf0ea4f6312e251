import { randomUUID } from 'node:crypto';
import { eventExamples } from '@ci/contracts';
import { reachOf, roles, type MemberRole, type OperationId } from '@ci/contracts/console';
import type { Caller } from '@ci/security';
import { operationIds, roleCases, roleOutcomeOf, type RoleOutcome } from '@ci/testing';
import { service } from '../src/service.ts';
import {
  alice,
  helloCall,
  startIngestion,
  type Refusal,
  type Request,
  type RunningIngestion,
} from './running-ingestion.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

const own = 'user_dana';
const reps = { own, other: 'user_li' };
const member = (role: MemberRole, repIds: readonly string[] = [own]): Caller => ({
  ...alice,
  actor: `mem_${role}`,
  scope: role === 'reader' ? 'read-only' : 'read-write',
  member: { role, repIds },
});

type Call = { readonly id: string; readonly rep_id: string };
type Method = Parameters<RunningIngestion['ask']>[0];

const file = {
  bytes: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Hello\n',
  headers: { 'content-type': 'text/vtt' },
};

/** How each operation is asked for about a call, or for its rep. */
const asked: Partial<Record<OperationId, (call: Call) => [Method, string, Request?]>> = {
  listCalls: () => ['GET', '/v1/calls?limit=100'],
  getCall: ({ id }) => ['GET', `/v1/calls/${id}`],
  recordCall: ({ rep_id }) => ['POST', '/v1/calls', { body: { ...helloCall, rep_id } }],
  importCall: ({ rep_id }) => ['POST', `/v1/calls/import?rep_id=${rep_id}&started_at=2026-11-18T09:00:00Z`, file],
  updateCall: ({ id }) => ['PATCH', `/v1/calls/${id}`, { body: { title: randomUUID() } }],
  deleteCall: ({ id }) => ['DELETE', `/v1/calls/${id}`],
  reanalyzeCall: ({ id }) => ['POST', `/v1/calls/${id}/reanalyze`],
  correctSpeakers: ({ id }) => ['PATCH', `/v1/calls/${id}/speakers`, { body: { swap: true } }],
};
const operations = Object.keys(asked) as OperationId[];

/** A call whose first analysis has ended, so that another one may be asked for. */
async function analysedCall(rep_id: string): Promise<Call> {
  const { id } = await ingestion.record({ ...helloCall, rep_id });
  const example = eventExamples['summary.failed'];
  await ingestion.receive('summary.failed', alice.workspace.id, { ...example, call: { ...example.call, id } });
  return { id, rep_id };
}

describe('what each role may do with calls', () => {
  it('is said of every operation', async () => {
    expect(operations.toSorted()).toEqual(operationIds(await service.description()));
  });

  it.each(roleCases(roles, operations, reachOf))('%s, %s, %s: %s', async (role, operation, whose, outcome) => {
    const call = await analysedCall(reps[whose]);
    const [method, url, request] = asked[operation]!(call);
    const { status, body } = await ingestion.ask<Partial<Refusal & { data: readonly Call[] }> | undefined>(
      method,
      url,
      {
        ...request,
        as: member(role),
      },
    );
    const shows = operation !== 'listCalls' || body?.data?.some(({ id }) => id === call.id);
    // A member who records a call for another rep has no call that could be hidden.
    const records = operation === 'recordCall' || operation === 'importCall';
    const expected: RoleOutcome = records && outcome === 'hidden' ? 'refused' : outcome;
    expect(roleOutcomeOf({ status, code: body?.error?.code }, shows)).toBe(expected);
  });

  it.each(roles)('%s: the existence of a call is said to who may see it', async (role) => {
    for (const whose of ['own', 'other'] as const) {
      const { id } = await ingestion.record({ ...helloCall, rep_id: reps[whose] });
      const { status } = await ingestion.ask('GET', `/internal/calls/${id}/existence`, { as: member(role) });
      expect(status).toBe(role === 'rep' && whose === 'other' ? 404 : 204);
    }
  });
});

describe('a rep', () => {
  it('of several ids has the calls of all of them, in the order of the list, by pages', async () => {
    const as = member('rep', ['user_one', 'user_two']);
    const [one, two] = [
      await ingestion.record({ ...helloCall, rep_id: 'user_one', started_at: '2026-11-18T09:00:00Z' }),
      await ingestion.record({ ...helloCall, rep_id: 'user_two', started_at: '2026-11-18T10:00:00Z' }),
    ];
    type List = { readonly data: readonly Call[]; readonly next_cursor: string | null };
    const page = async (query: string) => (await ingestion.ask<List>('GET', `/v1/calls?limit=1&${query}`, { as })).body;
    const first = await page('');
    const second = await page(`cursor=${first.next_cursor ?? ''}`);
    expect([first, second].map(({ data }) => data.map(({ id }) => id))).toEqual([[two.id], [one.id]]);
    expect(second.next_cursor).toBeNull();
    expect((await page('rep_id=user_one')).data.map(({ id }) => id)).toEqual([one.id]);
    expect((await page('rep_id=user_li')).data).toEqual([]);
  });

  it('without an id has no calls, records none, and is told why', async () => {
    await ingestion.record(helloCall);
    const as = member('rep', []);
    expect((await ingestion.ask<{ data: unknown[] }>('GET', '/v1/calls', { as })).body.data).toEqual([]);
    for (const query of ['', '?dry_run=true']) {
      const { status, body } = await ingestion.ask<Refusal>('POST', `/v1/calls${query}`, { as, body: helloCall });
      expect([status, body.error]).toMatchObject([
        403,
        { code: 'insufficient_role', param: 'rep_id', message: expect.stringContaining('Ask an owner') },
      ]);
    }
  });

  it('gets no answer about the call of another rep by the idempotency key of who got one', async () => {
    const { id } = await analysedCall(reps.other);
    const headers = { 'idempotency-key': randomUUID() };
    const swap = (as: Caller) =>
      ingestion.ask<Refusal>('PATCH', `/v1/calls/${id}/speakers`, { as, headers, body: { swap: true } });
    expect((await swap(member('manager'))).status).toBe(200);
    const { status, body } = await swap(member('rep'));
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});
