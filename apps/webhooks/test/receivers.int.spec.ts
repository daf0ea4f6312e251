import { eventExamples } from '@ci/contracts';
import { newId } from '@ci/ids';
import { freePort, testCertificate, until, type TestCertificate } from '@ci/testing';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { documentation, languages, preparedReceiver, type Language } from './receivers/documented-receivers.ts';
import { httpsFront, post, type Captured, type HttpsFront } from './receivers/https-front.ts';
import { startWebhooks, type Created, type WebhooksService } from './webhooks-service.ts';

// The receivers that docs/webhooks.md shows, run as processes, against deliveries of the running service.
describe.each(Object.entries(languages))('the documented receiver in %s', (_name, language) => {
  let service: WebhooksService;
  let receiver: RunningReceiver;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const certificate = await testCertificate();
    service = await startWebhooks({ certificate });
    stops.push(() => service.close());
    receiver = await startReceiver(service, certificate, language);
    stops.unshift(() => receiver.stop());
  }, 300_000);
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it('takes every type of event with its official library', async () => {
    const { webhook, printed } = receiver;
    const title = 'Über 1 000 € – 価格 🎉 "quoted" \\ \u2028';
    const call = { id: newId('call'), title };
    for (const [index, type] of (['call.ended', 'summary.ready', 'summary.failed'] as const).entries()) {
      const example = eventExamples[type];
      await service.consume(type, { ...example, call: { ...example.call, ...call }, revision: index });
    }
    await service.request('POST', `/v1/webhooks/${webhook.id}/test`);
    const delivered = await until(async () => {
      const deliveries = await service.deliveriesOf(webhook.id);
      return deliveries.length === 4 && deliveries.every(({ status }) => status === 'delivered')
        ? deliveries
        : undefined;
    });
    expect(delivered.map(({ attempts }) => attempts.map(({ status_code: code }) => code))).toEqual(
      delivered.map(() => [204]),
    );
    await until(() => printed().length === 4);
    expect(printed().sort()).toEqual(delivered.map(({ event_type: type, event_id: id }) => `${type} ${id}`).sort());
  });

  it('does nothing twice', async () => {
    const { webhook, printed, captured } = receiver;
    const [delivery] = await service.deliveriesOf(webhook.id);
    const before = captured.length;
    await service.request('POST', `/v1/deliveries/${delivery?.id ?? ''}/redeliver`);
    await until(async () => (await service.deliveriesOf(webhook.id))[0]?.attempts.length === 2);
    await service.request('POST', `/v1/webhooks/${webhook.id}/test`);
    await until(() => printed().length === 5); // the one after it, so the repeat has been handled
    expect(captured).toHaveLength(before + 2);
    expect(new Set(printed()).size).toBe(5);
  });

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const signed = ({ headers, body }: Captured, secret: string, at: Date): Captured => {
    const id = headers['webhook-id'] ?? '';
    const signature = new Webhook(secret).sign(id, at, body.toString('utf8'));
    const timestamp = String(Math.floor(at.getTime() / 1000));
    return { body, headers: { ...headers, 'webhook-timestamp': timestamp, 'webhook-signature': signature } };
  };
  const withBody = ({ headers }: Captured, body: string | Buffer): Captured => ({ headers, body: Buffer.from(body) });
  const withHeader = ({ headers, body }: Captured, name: string, value: string): Captured => ({
    headers: { ...headers, [name]: value },
    body,
  });
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

  const another = (headers: Captured['headers']): string => String(Number(headers['webhook-timestamp']) - 1);

  it.each<[string, number, (delivery: Captured, secret: string) => Captured]>([
    ['the delivery as it came', 204, (delivery) => delivery],
    ['one signed four minutes ago', 204, (delivery, secret) => signed(delivery, secret, minutesAgo(4))],
    ['one signed six minutes ago', 400, (delivery, secret) => signed(delivery, secret, minutesAgo(6))],
    ['one signed in six minutes', 400, (delivery, secret) => signed(delivery, secret, minutesAgo(-6))],
    ['one signed with another secret', 400, (delivery) => signed(delivery, other, new Date())],
    ['a byte more', 400, (delivery) => withBody(delivery, `${delivery.body.toString('utf8')} `)],
    ['another word', 400, (delivery) => withBody(delivery, delivery.body.toString('utf8').replace('rep', 'rap'))],
    ['no body', 400, (delivery) => withBody(delivery, '')],
    ['another time', 400, (delivery) => withHeader(delivery, 'webhook-timestamp', another(delivery.headers))],
    ['another id', 400, (delivery) => withHeader(delivery, 'webhook-id', newId('evt'))],
    ['a signature that is none', 400, (delivery) => withHeader(delivery, 'webhook-signature', 'v1')],
    ['no signature', 400, ({ headers: { 'webhook-signature': _gone, ...headers }, body }) => ({ headers, body })],
  ])('%s: %i', async (_what, status, tampered) => {
    const { captured, port, webhook, printed } = receiver;
    const delivery = captured.find(({ body }) => body.includes('"call.ended"'));
    if (delivery === undefined) throw new Error('no call.ended was captured');
    const before = printed().length;
    expect(await post(port, tampered(delivery, webhook.secret))).toBe(status);
    expect(printed()).toHaveLength(before);
  });

  it('has stored an event when it answers', async () => {
    const { captured, port, webhook, stored } = receiver;
    const body = captured.at(-1)?.body.toString('utf8') ?? '';
    const id = newId('evt');
    const event = { headers: { 'webhook-id': id }, body: Buffer.from(JSON.stringify({ ...JSON.parse(body), id })) };
    expect(await post(port, signed(event, webhook.secret, new Date()))).toBe(204);
    expect(await stored()).toContain(id);
  });

  it('is documented with the version that was run', async () => {
    expect(await readFile(documentation, 'utf8')).toContain(`\`${language.install}\``);
    const [, version = 'none'] = /[@=]v?([\d.]+)$/.exec(language.install) ?? [];
    expect(await pinnedVersions(language)).toContain(version);
  });
});

interface RunningReceiver {
  readonly webhook: Created;
  readonly port: number;
  readonly captured: readonly Captured[];
  /** The lines that it has written: one for each event. */
  printed(): string[];
  /** What it has stored, as bytes. */
  stored(): Promise<string>;
  stop(): Promise<void>;
}

async function startReceiver(
  service: WebhooksService,
  certificate: TestCertificate,
  language: Language,
): Promise<RunningReceiver> {
  const [folder, port] = [await preparedReceiver(language), await freePort()];
  const front: HttpsFront = await httpsFront(certificate, port);
  const events = ['call.ended', 'summary.ready', 'summary.failed'];
  const { body: webhook } = await service.request('POST', '/v1/webhooks', { body: { url: front.url, events } });
  const { PATH, HOME } = process.env;
  const store = await mkdtemp(path.join(tmpdir(), 'receiver-'));
  const child = language.start(folder, {
    PATH,
    HOME,
    PORT: String(port),
    WEBHOOK_SECRET: webhook.secret,
    WEBHOOK_STORE: store,
  });
  const [output, errors] = [collected(child.stdout), collected(child.stderr)];
  const empty = { headers: {}, body: Buffer.alloc(0) };
  await until(() => post(port, empty).then((status) => status === 400), {
    timeoutMs: 60_000,
    describe: () => `the receiver answers; it said: ${errors()}`,
  });
  return {
    webhook: webhook as Created,
    port,
    captured: front.captured,
    printed: () =>
      output()
        .split('\n')
        .filter((line) => line !== ''),
    stored: async () => {
      const files = await readdir(store);
      return (await Promise.all(files.map((file) => readFile(path.join(store, file), 'latin1')))).join('\n');
    },
    stop: async () => {
      await front.close();
      await ended(child);
      await rm(store, { recursive: true });
    },
  };
}

function collected(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}

async function ended(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}

async function pinnedVersions({ pins }: Language): Promise<string> {
  const files = pins.length > 0 ? pins : ['../../../../node_modules/standardwebhooks/package.json'];
  const texts = await Promise.all(files.map((file) => readFile(new URL(`receivers/${file}`, import.meta.url), 'utf8')));
  return texts.join('\n');
}
