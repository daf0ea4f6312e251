import { parseKeyRing, type KeyRing } from '@ci/config';
import { decryptSecret } from '@ci/security';
import { until } from '@ci/testing';
import { answers, callEnded, HOUR, path, received, register, service, withStatus, useScenario } from './scenario.ts';

useScenario();

const keyRing = (...kids: readonly string[]): KeyRing =>
  parseKeyRing(
    kids.map((kid) => `${kid}:${Buffer.alloc(32, kid === 'k1' ? 7 : 8).toString('base64')}`).join(','),
  ) as KeyRing;
const storedSecret = async (id: string): Promise<Buffer> => {
  const [row] = await service.database.dataSource.query<{ secret: Buffer }[]>(
    `SELECT secret FROM webhook_secrets WHERE webhook_id = $1`,
    [id],
  );
  return row?.secret ?? Buffer.alloc(0);
};

describe('a stored secret', () => {
  it('names its key, so that the key can be changed: both are configured until no secret names the old one', async () => {
    const webhook = await register();
    const stored = await storedSecret(webhook.id);
    expect(stored.toString('latin1', 2, 4)).toBe('k1');
    expect(decryptSecret(stored, keyRing('k2', 'k1'), webhook.id).toString()).toBe(webhook.secret);
    expect(() => decryptSecret(stored, keyRing('k2'), webhook.id)).toThrow('not configured');
  });

  it('is of no use in the row of another endpoint', async () => {
    const [one, two] = [await register(), await register()];
    const stored = await storedSecret(one.id);
    expect(() => decryptSecret(stored, keyRing('k1'), two.id)).toThrow();
  });
});

it('no log line holds a secret, a key, a signature, the path of an endpoint, or what is sent', async () => {
  const token = `${path}/token-in-the-path?key=token-in-the-query`;
  const webhook = await register(undefined, token);
  const headers = { 'idempotency-key': 'create-once' };
  const body = { url: `${service.receiver.url}${token}`, events: ['call.ended'] };
  const created = await service.request('POST', '/v1/webhooks', { body, headers });
  await service.request('POST', '/v1/webhooks', { body, headers });
  answers.set(token, { status: 500, body: 'an-answer-that-repeats' });
  const title = 'a-title-that-is-nobodys-business';
  const call = callEnded();
  await service.consume('call.ended', { ...call, call: { ...call.call, title } });
  await withStatus(webhook, 'pending', 1);
  answers.set(token, { disconnect: true });
  service.clock.turn(HOUR);
  await withStatus(webhook, 'pending', 2);
  answers.set(token, { status: 410 });
  service.clock.turn(HOUR);
  await until(async () => (await service.request('GET', `/v1/webhooks/${webhook.id}`)).body.status === 'disabled');
  await service.request('DELETE', `/v1/webhooks/${created.body.id}`);

  const signatures = received(token).map((request) => String(request.headers['webhook-signature']).slice(3));
  expect(signatures.length).toBeGreaterThanOrEqual(3);
  const secrets = [webhook.secret, created.body.secret].flatMap((secret: string) => {
    const bytes = Buffer.from(secret.slice(6), 'base64');
    return [secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')];
  });
  const key = Buffer.alloc(32, 7).toString('base64');
  const log = service.logged.join('');
  expect(log).toContain(webhook.id);
  for (const text of [...secrets, key, ...signatures, 'token-in-the', title, 'an-answer-that-repeats']) {
    expect([text, log.includes(text)]).toEqual([text, false]);
  }
});
