import { assertPublishes, consumptionTests } from '../src/event-contracts.ts';
import { goldenExamples } from '../src/golden-examples.ts';
import { ServiceUnderTest } from '../src/service-under-test.ts';

let running: ServiceUnderTest;
beforeAll(async () => {
  running = await ServiceUnderTest.start('summarization');
}, 300_000);
afterAll(() => running.stop(), 60_000);

describe('the image of summarization', () => {
  it.each(consumptionTests('summarization', () => running))('%s', (_name, test) => test());

  it('publishes summary.ready, summary.failed and action_item.updated as their contracts say', async () => {
    const [example] = goldenExamples('call.transcribed');
    if (example === undefined) throw new Error('there is no golden example of call.transcribed');
    const transcribed = (id: string, changes: object) => ({
      ...example.data,
      call: { ...(example.data['call'] as object), id },
      ...changes,
    });
    const text = 'I will send you the contract by next Friday.';
    const segments = [{ speaker: 'rep', start_ms: 0, end_ms: 4_000, text }];
    await running.send('call.transcribed', 'call_told', transcribed('call_told', { segments }), example.version);
    await assertPublishes(running, 'summary.ready', 'call_told');
    await running.send('call.transcribed', 'call_mute', transcribed('call_mute', { segments: [] }), example.version);
    await assertPublishes(running, 'summary.failed', 'call_mute');
    const { body } = await running.ask('GET', '/calls/call_told/action-items');
    const [item] = body['data'] as { id: string }[];
    const changed = await running.ask('PATCH', `/action-items/${String(item?.id)}`, { completed: true });
    expect(changed).toMatchObject({ status: 200 });
    await assertPublishes(running, 'action_item.updated', 'call_told');
  });
});
