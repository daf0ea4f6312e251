import type { Call, Contact } from '@ci/contracts';
import { until, type HttpsReceiver } from '@ci/testing';
import { serviceNames } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { startSteadyLoad, type SteadyLoad } from './steady-load.ts';
import { startTwoOfEverything, type TwoOfEverything } from './two-instances.ts';

const events = ['call.ended', 'summary.ready'];
let two: TwoOfEverything;
let client: ApiClient;
let receiver: HttpsReceiver;
let load: SteadyLoad;

beforeAll(async () => {
  two = await startTwoOfEverything({ SHUTDOWN_DRAIN_MS: '1500' });
  client = await two.client('harbour');
  receiver = await two.running.receiver();
  await client.post('/webhooks', { url: `${receiver.url}/harbour`, events });
  load = startSteadyLoad(client);
}, 240_000);

afterAll(async () => {
  await load.stop();
  await two.stop();
}, 120_000);

describe('a rolling restart under load', () => {
  it.each(serviceNames)(
    'of %s fails no request',
    async (service) => {
      const before = load.recorded.length;
      for (const which of ['one', 'other'] as const)
        expect(await two.replace(service, which)).toEqual({ code: 0, signal: null });
      await until(() => load.failures.length > 0 || load.recorded.length >= before + 10, {
        timeoutMs: 60_000,
        describe: 'calls were recorded meanwhile',
      });
      expect(load.failures).toEqual([]);
    },
    240_000,
  );

  it('loses nothing, doubles nothing, and keeps the order of each call', async () => {
    await load.stop();
    const { recorded } = load;
    const patience = { timeoutMs: 120_000, intervalMs: 500 };
    await until(async () => (await countedCalls()) === recorded.length, {
      ...patience,
      describe: 'the contacts know every call, once',
    });
    await until(() => new Set(receiver.requests.map(({ id }) => id)).size === events.length * recorded.length, {
      ...patience,
      describe: 'every event of every call is delivered',
    });
    const expected = new Map(recorded.map((id) => [id, events]));
    expect(eventsByCall()).toEqual(expected);
  }, 300_000);
});

async function countedCalls(): Promise<number> {
  const { data } = await client.get<{ readonly data: readonly Contact[] }>('/contacts');
  return data.reduce((sum, { call_count: calls }) => sum + calls, 0);
}

/** The types of the events of each call, in the order of their first arrival. */
function eventsByCall(): Map<string, string[]> {
  const byCall = new Map<string, string[]>();
  for (const { body } of receiver.requests) {
    const event = JSON.parse(body) as { readonly type: string; readonly data: { readonly call: Call } };
    const types = byCall.get(event.data.call.id) ?? [];
    if (!types.includes(event.type)) byCall.set(event.data.call.id, [...types, event.type]);
  }
  return byCall;
}
