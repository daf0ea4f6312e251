import { eventExamples } from '@ci/contracts';
import { newId } from '@ci/ids';
import { until } from '@ci/testing';
import { Webhook } from 'standardwebhooks';
import { operate } from './operator.ts';
import { startWebhooks, type Created, type WebhooksService } from './webhooks-service.ts';

const key = (kid: string): string => `${kid}:${Buffer.alloc(32, kid).toString('base64')}`;
const [old, both, next] = [`${key('k1')},${key('k2')}`, `${key('k2')},${key('k1')}`, key('k2')];
const creation = { headers: { 'idempotency-key': 'the-only-one' } };

/** The instance that runs. */
let service: WebhooksService;
let webhooks: readonly [Created, Created];
beforeAll(async () => {
  service = await startWebhooks({ encryptionKeys: old });
  webhooks = [
    await service.register(undefined, { path: '/a', ...creation }),
    await service.register(undefined, { path: '/b' }),
  ];
});
afterAll(async () => {
  await service.app.close();
  await service.surroundings.remove();
});

const actions = (): Promise<unknown[]> =>
  service.database.dataSource.query(`SELECT actor, action, target FROM operator_actions ORDER BY id`);

/** Both endpoints get an event that verifies with the secret of their registration. */
async function bothAreSigned(): Promise<void> {
  const seen = service.receiver.requests.length;
  const example = eventExamples['call.ended'];
  await service.consume('call.ended', { ...example, call: { ...example.call, id: newId('call') } });
  await until(() => service.receiver.requests.length === seen + 2);
  for (const request of service.receiver.requests.slice(seen)) {
    const { secret } = webhooks[request.path === '/a' ? 0 : 1];
    expect(new Webhook(secret).verify(request.body, request.headers as Record<string, string>)).toMatchObject({
      type: 'call.ended',
    });
  }
}

describe('reencrypt', () => {
  it('counts and changes nothing with --dry-run', async () => {
    expect(await operate(service, ['reencrypt', '--dry-run'], both)).toEqual([
      'TABLE             KEY  SECRETS',
      'webhook_secrets   k1   2',
      'idempotency_keys  k1   1',
    ]);
    expect(await actions()).toEqual([]);
  });

  it('refuses to say that it is done while secrets need a key that it has not', async () => {
    await expect(operate(service, ['reencrypt'], next)).rejects.toThrow(
      'webhook_secrets: 2 secrets need k1, which is not in ENCRYPTION_KEYS. Add it behind k2',
    );
  });

  it('lets the old key go: the same secrets sign, beside it and after it, and a repeated creation shows the same secret', async () => {
    expect(await operate(service, ['reencrypt', '--actor', 'bob'], both)).toEqual([
      'webhook_secrets: 2 secrets encrypted with k2',
      'idempotency_keys: 1 secrets encrypted with k2',
    ]);
    expect(await actions()).toMatchObject([
      { actor: 'bob', action: 'secrets.reencrypt', target: { table: 'webhook_secrets', key: 'k2', secrets: 2 } },
      { actor: 'bob', action: 'secrets.reencrypt', target: { table: 'idempotency_keys', key: 'k2', secrets: 1 } },
    ]);
    await bothAreSigned();

    await service.app.close();
    service = await startWebhooks({ beside: service, encryptionKeys: next });
    await bothAreSigned();
    const body = { url: `${service.receiver.url}/a`, events: ['call.ended', 'summary.ready', 'summary.failed'] };
    const again = await service.request('POST', '/v1/webhooks', { body, ...creation });
    expect([again.status, again.body]).toEqual([201, webhooks[0]]);
  });
});
