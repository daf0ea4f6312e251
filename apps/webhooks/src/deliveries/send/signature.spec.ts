import { Webhook } from 'standardwebhooks';
import { newSecret, signatureHeaders as headersOf, signingKey, type MessageToSign } from './signature.ts';

const signatureHeaders = (secret: string, message: MessageToSign) => headersOf(signingKey(secret), message);

const body = '{"id":"evt_1","data":{"text":"Grüße, 日本 🎉"}}';

describe('signatureHeaders', () => {
  it('verify with the official library', () => {
    const secret = newSecret();
    const headers = signatureHeaders(secret, { id: 'evt_1', at: new Date(), body });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('are those that the official library makes', () => {
    const secret = newSecret();
    const at = new Date('2026-11-21T09:00:00.900Z');
    expect(signatureHeaders(secret, { id: 'evt_1', at, body })['webhook-signature']).toBe(
      new Webhook(secret).sign('evt_1', new Date('2026-11-21T09:00:00.000Z'), body),
    );
  });

  it('are of the example of the specification', () => {
    const headers = signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1614265330_000),
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each(['body', 'id', 'secret'])('do not verify with another %s', (changed) => {
    const secret = newSecret();
    const headers = signatureHeaders(secret, { id: 'evt_1', at: new Date(), body });
    const receiver = new Webhook(changed === 'secret' ? newSecret() : secret);
    const received = changed === 'id' ? { ...headers, 'webhook-id': 'evt_2' } : headers;
    expect(() => receiver.verify(changed === 'body' ? `${body} ` : body, received)).toThrow();
  });
});

describe('newSecret', () => {
  it('is whsec_ and the base64 of 32 bytes, another one each time', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(secret);
  });
});
