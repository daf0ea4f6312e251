import type { CallCoaching, CallSummary, ErrorBody } from '@ci/contracts';
import { until } from '@ci/testing';
import { startTestService, type TestService } from '../../test/test-service.ts';
import type { EngineAnswer } from '../analyse-call/engine-answer.ts';
import { coaching, contract, result } from '../analysis/analysis.fixture.ts';
import { SummaryWaiters } from '../call-summary/summary-waiters.ts';

let service: TestService;
/** What the engine answers from now on. */
let answer: EngineAnswer;
beforeAll(async () => {
  const engine = { analyse: () => Promise.resolve(answer), spentMs: () => 1, close: () => Promise.resolve() };
  service = await startTestService({ engine });
});
beforeEach(() => {
  answer = { kind: 'analysed', result: result(contract), engine: { name: 'fixture', version: '1' } };
});
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => service.stop());

describe('GET /v1/calls/:id/coaching', () => {
  it('answers the criteria of the summary’s analysis, to a key that only reads too', async () => {
    const { receive, analysed, get, callId, sent } = service.world();
    await receive('call.transcribed');
    await analysed();
    const { status, body, headers } = await get<CallCoaching>(`/v1/calls/${callId}/coaching`);
    expect([status, body]).toEqual([200, { call_id: callId, score: 68, ...coaching, revision: 1 }]);
    expect(headers['etag']).toEqual(expect.any(String));
    const summary = (await get<CallSummary>(`/v1/calls/${callId}/summary`)).body;
    expect([summary.coaching_score, 'coaching' in summary]).toEqual([68, false]);
    expect((await sent('summary.ready'))[0]?.summary).toEqual(summary);
  });

  it('shows the newest analysis, and stays while another one fails', async () => {
    const { receive, analysed, get, callId, sent } = service.world();
    const revision = async () => (await get<CallCoaching>(`/v1/calls/${callId}/coaching`)).body.revision;
    await receive('call.transcribed');
    await analysed();
    await receive('call.transcribed', { revision: 2 });
    await analysed(2);
    expect(await revision()).toBe(2);
    answer = { kind: 'nothing-to-analyse' };
    await receive('call.transcribed', { revision: 3 });
    await until(async () => (await sent('summary.failed')).length === 1);
    expect(await revision()).toBe(2);
  });

  it('says what the summary says where there is none: unknown, not ready, unavailable', async () => {
    const { receive, get, callId, hold, sent } = service.world();
    const both = async (id: string, headers: Record<string, string> = {}) => {
      const answers = await Promise.all(
        ['coaching', 'summary'].map((path) => get<ErrorBody>(`/v1/calls/${id}/${path}`, headers)),
      );
      const [one, other] = answers.map(({ status, body: { error }, headers: sentBack }) => [
        status,
        error.code,
        error.message,
        sentBack['retry-after'],
        sentBack['x-call-unknown'],
      ]);
      expect(one).toEqual(other);
      return one?.slice(0, 2);
    };
    expect(await both('call_unknown')).toEqual([404, 'not_found']);
    expect(await both('call_unknown', { 'x-call-known': '1' })).toEqual([404, 'summary_not_ready']);
    answer = { kind: 'nothing-to-analyse' };
    const go = hold();
    await receive('call.transcribed');
    expect(await both(callId)).toEqual([404, 'summary_not_ready']);
    go();
    await until(async () => (await sent('summary.failed')).length === 1);
    expect(await both(callId)).toEqual([404, 'summary_unavailable']);
  });

  it('waits for an analysis that is on its way', async () => {
    const { receive, get, callId } = service.world();
    const waiting = get<CallCoaching>(`/v1/calls/${callId}/coaching`, { prefer: 'wait=20', 'x-call-known': '1' });
    await until(() => service.app.get(SummaryWaiters).count === 1);
    await receive('call.transcribed');
    const { status, body, headers } = await waiting;
    expect([status, body.call_id, headers['preference-applied']]).toEqual([200, callId, 'wait=20']);
  });

  it('is another workspace’s 404, and gone with the call', async () => {
    const [mine, theirs] = [service.world(), service.world()];
    await mine.receive('call.transcribed');
    await mine.analysed();
    const path = `/v1/calls/${mine.callId}/coaching`;
    expect((await theirs.get<ErrorBody>(path)).body.error.code).toBe('not_found');
    await mine.receive('call.deleted');
    expect((await mine.get<ErrorBody>(path)).body.error.code).toBe('not_found');
    expect(await mine.rowsWith('event_personal', 'subject_id')).toBe(0);
  });

  it('says of an analysis that is older than the criteria how to get them', async () => {
    const { receive, analysed, get, callId, sql } = service.world();
    await receive('call.transcribed');
    await analysed();
    await sql(`UPDATE analyses SET coaching = NULL WHERE call_id = '${callId}'`);
    const { status, body, headers } = await get<ErrorBody>(`/v1/calls/${callId}/coaching`);
    expect([status, body.error.code, headers['retry-after']]).toEqual([404, 'summary_unavailable', undefined]);
    expect(body.error.message).toContain('POST /calls/{id}/reanalyze');
  });
});
