import { consumptionTests } from '../src/event-contracts.ts';
import { ServiceUnderTest } from '../src/service-under-test.ts';

let running: ServiceUnderTest;
beforeAll(async () => {
  running = await ServiceUnderTest.start('webhooks');
}, 300_000);
afterAll(() => running.stop(), 60_000);

describe('the image of webhooks', () => {
  it.each(consumptionTests('webhooks', () => running))('%s', (_name, test) => test());
});
