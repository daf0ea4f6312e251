import { eventExamples, type ActionItemDetail, type ErrorBody } from '@ci/contracts';
import { reachOf, roles, type MemberRole, type OperationId } from '@ci/contracts/console';
import { operationIds, roleCases, roleOutcomeOf } from '@ci/testing';
import { contract, result } from '../src/analysis/analysis.fixture.ts';
import { service as definition } from '../src/service.ts';
import { startTestService, type TestService } from './test-service.ts';

let service: TestService;
let world: ReturnType<TestService['world']>;
let itemId: string;
beforeAll(async () => {
  const engine = { name: 'fixture', version: '1' };
  const answer = { kind: 'analysed', result: result(contract), engine } as const;
  service = await startTestService({
    engine: { analyse: () => Promise.resolve(answer), spentMs: () => 1, close: () => Promise.resolve() },
  });
  world = service.world();
  await world.receive('call.transcribed');
  await world.analysed();
  itemId = (await world.items())[0]?.id ?? '';
});
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => service.stop());

const repOfCall = eventExamples['call.transcribed'].call.rep_id;
const repIds = { own: [repOfCall, 'user_second'], other: ['user_somebody_else'] };

/** How each operation is asked for about the call. */
const asked: Partial<Record<OperationId, () => ['GET' | 'PATCH', string, object?]>> = {
  getCallSummary: () => ['GET', `/v1/calls/${world.callId}/summary`],
  getCallCoaching: () => ['GET', `/v1/calls/${world.callId}/coaching`],
  listCallActionItems: () => ['GET', `/v1/calls/${world.callId}/action-items`],
  listActionItems: () => ['GET', '/v1/action-items'],
  updateActionItem: () => ['PATCH', `/v1/action-items/${itemId}`, { completed: true }],
};
const operations = Object.keys(asked) as OperationId[];

type Body = Partial<ErrorBody & { readonly data: readonly ActionItemDetail[] }>;

const ask = (
  role: MemberRole,
  reps: readonly string[],
  operation: OperationId,
  headers: Record<string, string> = {},
) => {
  const [method, url, body] = asked[operation]!();
  const scope = role === 'reader' ? 'read-only' : 'read-write';
  return world.request<Body>(method, url, { scope, headers, member: { role, repIds: reps }, ...(body && { body }) });
};

describe('what each role may do with what was found in calls', () => {
  it('is said of every operation', async () => {
    expect(operations.toSorted()).toEqual(operationIds(await definition.description()));
  });

  it.each(roleCases(roles, operations, reachOf))('%s, %s, %s: %s', async (role, operation, whose, outcome) => {
    const { status, body } = await ask(role, repIds[whose], operation);
    const shows = operation !== 'listActionItems' || body.data?.some(({ id }) => id === itemId);
    expect(roleOutcomeOf({ status, code: body.error?.code }, shows)).toBe(outcome);
  });
});

describe('an analysis whose rep a release before did not keep', () => {
  beforeAll(() => world.sql(`UPDATE analyses SET rep_id = NULL WHERE call_id = '${world.callId}'`));

  it.each(['getCallSummary', 'getCallCoaching', 'listCallActionItems'] as const)(
    'is shown to a rep when ingestion says that the call is theirs, by %s',
    async (operation) => {
      const refused = await ask('rep', repIds.own, operation);
      expect([refused.status, refused.headers['x-call-unknown']]).toEqual([404, '1']);
      expect((await ask('rep', repIds.own, operation, { 'x-call-known': '1' })).status).toBe(200);
      expect((await ask('manager', [], operation)).status).toBe(200);
    },
  );

  it('is in no list of a rep', async () => {
    expect((await ask('rep', repIds.own, 'listActionItems')).body.data).toEqual([]);
    expect((await ask('rep', repIds.own, 'updateActionItem')).status).toBe(404);
  });
});
