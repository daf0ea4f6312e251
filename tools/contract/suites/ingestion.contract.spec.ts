import { assertPublishes, consumptionTests } from '../src/event-contracts.ts';
import { ServiceUnderTest } from '../src/service-under-test.ts';

let running: ServiceUnderTest;
beforeAll(async () => {
  running = await ServiceUnderTest.start('ingestion');
}, 300_000);
afterAll(() => running.stop(), 60_000);

describe('the image of ingestion', () => {
  it.each(consumptionTests('ingestion', () => running))('%s', (_name, test) => test());

  it('publishes call.ended, call.transcribed, call.updated and call.deleted as their contracts say', async () => {
    const created = await running.ask('POST', '/calls', {
      rep_id: 'user_dana',
      started_at: '2026-11-20T15:00:00.000Z',
      prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
      transcript: [
        { speaker: 'rep', start_ms: 0, end_ms: 4_000, text: 'I will send you the contract by next Friday.' },
      ],
    });
    expect(created).toMatchObject({ status: 201 });
    const id = String(created.body['id']);
    await assertPublishes(running, 'call.ended', id);
    await assertPublishes(running, 'call.transcribed', id);
    expect(await running.ask('PATCH', `/calls/${id}`, { outcome: 'won' })).toMatchObject({ status: 200 });
    await assertPublishes(running, 'call.updated', id);
    expect(await running.ask('DELETE', `/calls/${id}`)).toMatchObject({ status: 204 });
    await assertPublishes(running, 'call.deleted', id);
  });
});
