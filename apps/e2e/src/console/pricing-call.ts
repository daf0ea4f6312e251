import { until } from '@ci/testing';
import type { ApiClient } from '../api-client.ts';

/** A short call in which everything is found: an objection with its answer, a decision, an action item. */
export const pricingCall = {
  rep_id: 'user_dana',
  started_at: '2026-11-20T15:00:00Z',
  title: 'Acme Logistics: pricing',
  prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
  transcript: [
    { speaker: 'rep', start_ms: 0, end_ms: 6200, text: 'Hi Marcus, thanks for making time for the proposal.' },
    {
      speaker: 'prospect',
      start_ms: 6500,
      end_ms: 14900,
      text: 'To be honest, the price is higher than we budgeted for.',
    },
    {
      speaker: 'rep',
      start_ms: 15200,
      end_ms: 24800,
      text: 'We can start with the basic plan, which fits that budget.',
    },
    { speaker: 'prospect', start_ms: 25100, end_ms: 30300, text: 'That works. Let us start with the basic plan.' },
    { speaker: 'rep', start_ms: 30600, end_ms: 37400, text: 'Great. I will send you the contract by next Friday.' },
  ],
};

/** Its id. */
export async function recordCall(client: ApiClient, changes: object = {}): Promise<string> {
  return (await client.post<{ id: string }>('/calls', { ...pricingCall, ...changes })).id;
}

/** Its id, once everything is found in it and its contact is there. */
export async function analysedCall(client: ApiClient): Promise<string> {
  const id = await recordCall(client);
  await until(() => client.get(`/calls/${id}/summary`, { prefer: 'wait=10' }), {
    timeoutMs: 90_000,
    describe: 'the call is analysed',
  });
  await until(async () => (await client.get<{ data: unknown[] }>('/contacts')).data.length > 0, {
    timeoutMs: 90_000,
    describe: 'the contact is there',
  });
  return id;
}
