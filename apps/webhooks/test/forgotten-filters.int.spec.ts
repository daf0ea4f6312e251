import {
  answersWithoutFilters,
  forgetWorkspaceFilters,
  letPoliciesPass,
  until,
  type ForgottenFilters,
} from '@ci/testing';
import { DataSource } from 'typeorm';
import { startWebhooks, type Created, type WebhooksService } from './webhooks-service.ts';

const workspace = 'wsp_bob';

let service: WebhooksService;
let filters: ForgottenFilters;
let endpoint: Created;
let deliveryId: string;
let recoveryId: string;
const recoverySince = new Date(Date.now() - 60_000).toISOString();
beforeAll(async () => {
  service = await startWebhooks();
  endpoint = await service.register(['call.ended']);
  await service.consume('call.ended');
  const delivered = async () => {
    const [delivery] = await service.deliveriesOf(endpoint.id);
    return delivery?.status === 'delivered' && delivery.id;
  };
  deliveryId = await until(delivered, { timeoutMs: 60_000 });
  const recovery = await service.request('POST', `/v1/webhooks/${endpoint.id}/recover`, {
    body: { since: recoverySince },
  });
  recoveryId = recovery.body.id as string;
  filters = forgetWorkspaceFilters(service.app.get(DataSource));
}, 90_000);
afterAll(() => service.close());

/** What another workspace is answered about the only endpoint. */
const answers = (): Promise<Record<string, unknown>> => {
  const at = `/v1/webhooks/${endpoint.id}`;
  const ask = (method: string, url: string, body?: object) => async (): Promise<number> =>
    (await service.request(method, url, { workspace, body })).status;
  return answersWithoutFilters(filters, {
    'GET /v1/webhooks': async () => (await service.request('GET', '/v1/webhooks', { workspace })).body.data.length,
    'GET /v1/webhooks/{id}': ask('GET', at),
    'GET /v1/webhooks/{id}/deliveries': ask('GET', `${at}/deliveries`),
    'GET /v1/webhooks/{id}/deliveries/{delivery_id}': ask('GET', `${at}/deliveries/${deliveryId}`),
    'GET /v1/webhooks/{id}/recoveries': ask('GET', `${at}/recoveries`),
    'GET /v1/webhooks/{id}/recoveries/{recovery_id}': ask('GET', `${at}/recoveries/${recoveryId}`),
    'POST /v1/webhooks/{id}/recoveries/{recovery_id}/cancel': ask('POST', `${at}/recoveries/${recoveryId}/cancel`),
    'POST /v1/webhooks/{id}/recover': ask('POST', `${at}/recover`, { since: recoverySince }),
    'POST /v1/deliveries/{id}/redeliver': ask('POST', `/v1/deliveries/${deliveryId}/redeliver`),
    'POST /v1/webhooks/{id}/test': ask('POST', `${at}/test`),
    'PATCH /v1/webhooks/{id}': ask('PATCH', at, { description: 'his' }),
    'DELETE /v1/webhooks/{id}': ask('DELETE', at),
  });
};

describe('a service that has forgotten its filters by workspace', () => {
  it('neither shows nor changes what is another’s: the database refuses', async () => {
    expect(await answers()).toEqual({
      'GET /v1/webhooks': 0,
      'GET /v1/webhooks/{id}': 404,
      'GET /v1/webhooks/{id}/deliveries': 404,
      'GET /v1/webhooks/{id}/deliveries/{delivery_id}': 404,
      'GET /v1/webhooks/{id}/recoveries': 404,
      'GET /v1/webhooks/{id}/recoveries/{recovery_id}': 404,
      'POST /v1/webhooks/{id}/recoveries/{recovery_id}/cancel': 404,
      'POST /v1/webhooks/{id}/recover': 404,
      'POST /v1/deliveries/{id}/redeliver': 404,
      'POST /v1/webhooks/{id}/test': 404,
      'PATCH /v1/webhooks/{id}': 404,
      'DELETE /v1/webhooks/{id}': 404,
    });
    expect(await service.deliveriesOf(endpoint.id)).toHaveLength(1);
  });

  it('would show and change it without the policies', async () => {
    await letPoliciesPass(service.database);
    expect(await answers()).toEqual({
      'GET /v1/webhooks': 1,
      'GET /v1/webhooks/{id}': 200,
      'GET /v1/webhooks/{id}/deliveries': 200,
      'GET /v1/webhooks/{id}/deliveries/{delivery_id}': 200,
      'GET /v1/webhooks/{id}/recoveries': 200,
      'GET /v1/webhooks/{id}/recoveries/{recovery_id}': 200,
      'POST /v1/webhooks/{id}/recoveries/{recovery_id}/cancel': 200,
      'POST /v1/webhooks/{id}/recover': 202,
      'POST /v1/deliveries/{id}/redeliver': 202,
      // The delivery of a new event belongs to the workspace that asks, as its endpoint does not.
      'POST /v1/webhooks/{id}/test': 202,
      'PATCH /v1/webhooks/{id}': 200,
      'DELETE /v1/webhooks/{id}': 204,
    });
  });
});
