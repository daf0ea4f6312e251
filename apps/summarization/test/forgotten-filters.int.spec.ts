import type { ActionItem } from '@ci/contracts';
import { answersWithoutFilters, forgetWorkspaceFilters, letPoliciesPass, type ForgottenFilters } from '@ci/testing';
import { DataSource } from 'typeorm';
import { startTestService, type TestService } from './test-service.ts';

let service: TestService;
let filters: ForgottenFilters;
let hers: ReturnType<TestService['world']>;
let items: readonly ActionItem[];
beforeAll(async () => {
  service = await startTestService();
  hers = service.world();
  await hers.receive('call.transcribed');
  await hers.analysed();
  items = await hers.items();
  filters = forgetWorkspaceFilters(service.app.get(DataSource));
}, 90_000);
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => service.stop());

/** What another workspace is answered about the only call. */
const answers = (): Promise<Record<string, unknown>> => {
  const his = service.world();
  const status = async (path: string): Promise<number> => (await his.get(`/v1/calls/${hers.callId}/${path}`)).status;
  return answersWithoutFilters(filters, {
    'GET /v1/calls/{id}/summary': () => status('summary'),
    'GET /v1/calls/{id}/coaching': () => status('coaching'),
    'GET /v1/calls/{id}/action-items': () => status('action-items'),
    'GET /v1/action-items': async () =>
      (await his.get<{ data: ActionItem[] }>('/v1/action-items')).body.data.map(({ id }) => id).toSorted(),
    'PATCH /v1/action-items/{id}': async () =>
      (await his.patch(`/v1/action-items/${items[0]?.id}`, { completed: true })).status,
  });
};

describe('a service that has forgotten its filters by workspace', () => {
  it('neither shows nor changes what is another’s: the database refuses', async () => {
    expect(await answers()).toEqual({
      'GET /v1/calls/{id}/summary': 404,
      'GET /v1/calls/{id}/coaching': 404,
      'GET /v1/calls/{id}/action-items': 404,
      'GET /v1/action-items': [],
      'PATCH /v1/action-items/{id}': 404,
    });
    expect(await hers.items()).toEqual(items);
  });

  it('would show and change it without the policies', async () => {
    await letPoliciesPass(service.database);
    expect(await answers()).toEqual({
      'GET /v1/calls/{id}/summary': 200,
      'GET /v1/calls/{id}/coaching': 200,
      'GET /v1/calls/{id}/action-items': 200,
      'GET /v1/action-items': items.map(({ id }) => id).toSorted(),
      'PATCH /v1/action-items/{id}': 200,
    });
  });
});
