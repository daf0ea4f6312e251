import { assertPublishes, consumptionTests } from '../src/event-contracts.ts';
import { goldenExamples } from '../src/golden-examples.ts';
import { ServiceUnderTest } from '../src/service-under-test.ts';

let running: ServiceUnderTest;
beforeAll(async () => {
  running = await ServiceUnderTest.start('contacts');
}, 300_000);
afterAll(() => running.stop(), 60_000);

describe('the image of contacts', () => {
  it.each(consumptionTests('contacts', () => running))('%s', (_name, test) => test());

  it('publishes contact.created as its contract says', async () => {
    const [example] = goldenExamples('call.ended');
    if (example === undefined) throw new Error('there is no golden example of call.ended');
    const prospect = { email: 'ana@new.example', name: 'Ana', company: null };
    const data = { ...example.data, call: { ...(example.data['call'] as object), id: 'call_new' }, prospect };
    const sent = await running.send('call.ended', 'call_new', data, example.version);
    expect(await running.outcomeOf(sent)).toBe('handled');
    const { body } = await running.ask('GET', '/contacts?email=ana%40new.example');
    const [contact] = body['data'] as { id: string }[];
    await assertPublishes(running, 'contact.created', String(contact?.id));
  });
});
