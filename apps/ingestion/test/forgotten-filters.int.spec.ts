import type { CallDetail } from '@ci/contracts';
import { answersWithoutFilters, forgetWorkspaceFilters, letPoliciesPass, type ForgottenFilters } from '@ci/testing';
import { DataSource } from 'typeorm';
import { bob, helloCall, startIngestion, type RunningIngestion } from './running-ingestion.ts';

let ingestion: RunningIngestion;
let filters: ForgottenFilters;
let call: CallDetail;
beforeAll(async () => {
  ingestion = await startIngestion();
  call = await ingestion.record({ ...helloCall, external_id: 'hers' });
  filters = forgetWorkspaceFilters(ingestion.app.get(DataSource));
});
afterAll(() => ingestion.stop());

/** What bob is answered about alice's only call. */
const answers = (): Promise<Record<string, unknown>> => {
  const status = async (method: 'GET' | 'PATCH' | 'POST' | 'DELETE', url: string, body?: object): Promise<number> =>
    (await ingestion.ask(method, url, { as: bob, ...(body ? { body } : {}) })).status;
  const at = `/v1/calls/${call.id}`;
  return answersWithoutFilters(filters, {
    'GET /v1/calls': async () =>
      (await ingestion.ask<{ data: CallDetail[] }>('GET', '/v1/calls', { as: bob })).body.data.map(({ id }) => id),
    'GET /v1/calls/{id}': () => status('GET', at),
    'GET /internal/calls/{id}/existence': () => status('GET', `/internal/calls/${call.id}/existence`),
    'PATCH /v1/calls/{id}': () => status('PATCH', at, { title: 'his' }),
    'POST /v1/calls/{id}/reanalyze': () => status('POST', `${at}/reanalyze`),
    'PATCH /v1/calls/{id}/speakers': () => status('PATCH', `${at}/speakers`, { swap: true }),
    'DELETE /v1/calls/{id}': () => status('DELETE', at),
  });
};

describe('a service that has forgotten its filters by workspace', () => {
  it('neither shows nor changes what is another’s: the database refuses', async () => {
    expect(await answers()).toEqual({
      'GET /v1/calls': [],
      'GET /v1/calls/{id}': 404,
      'GET /internal/calls/{id}/existence': 404,
      'PATCH /v1/calls/{id}': 404,
      'POST /v1/calls/{id}/reanalyze': 404,
      'PATCH /v1/calls/{id}/speakers': 404,
      'DELETE /v1/calls/{id}': 404,
    });
    expect((await ingestion.ask('GET', `/v1/calls/${call.id}`)).body).toEqual(call);
  });

  it('would show and change it without the policies', async () => {
    await letPoliciesPass(ingestion.database);
    expect(await answers()).toEqual({
      'GET /v1/calls': [call.id],
      'GET /v1/calls/{id}': 200,
      'GET /internal/calls/{id}/existence': 204,
      'PATCH /v1/calls/{id}': 200,
      // Known, and being analysed already.
      'POST /v1/calls/{id}/reanalyze': 409,
      'PATCH /v1/calls/{id}/speakers': 200,
      'DELETE /v1/calls/{id}': 204,
    });
  });
});
