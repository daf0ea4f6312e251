import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './verify-webhook.ts';

const secret = `whsec_${Buffer.from('a secret that is for tests alone').toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'call.ended', data: { call: { id: 'call_1' } } });

const signed = (at = new Date()) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
});

describe('the verification of a webhook', () => {
  it('gives the event of a delivery that is signed', () => {
    const event = verifyWebhook(secret, signed(), Buffer.from(body));
    if (event.type !== 'call.ended') throw new Error('another event');
    expect(event.data.call.id).toBe('call_1');
  });

  it('refuses another body, another secret, an old signature and none', () => {
    const other = `whsec_${Buffer.from('another secret, for tests alone.').toString('base64')}`;
    expect(() => verifyWebhook(secret, signed(), `${body} `)).toThrow(/signature/i);
    expect(() => verifyWebhook(other, signed(), body)).toThrow(/signature/i);
    expect(() => verifyWebhook(secret, signed(new Date(Date.now() - 600_000)), body)).toThrow(/timestamp/i);
    expect(() => verifyWebhook(secret, {}, body)).toThrow(/headers/i);
  });
});
