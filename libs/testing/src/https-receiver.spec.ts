import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { testCertificate, type TestCertificate } from './certificates.ts';
import { httpsReceiver, type HttpsReceiver } from './https-receiver.ts';

describe('httpsReceiver', () => {
  let certificate: TestCertificate;
  let receiver: HttpsReceiver;

  beforeAll(async () => {
    certificate = await testCertificate();
  });
  beforeEach(async () => {
    receiver = await httpsReceiver(certificate);
  });
  afterEach(() => receiver.close());

  it('records what arrives, byte for byte', async () => {
    await post('/hooks?x=1', '{"a": 1,\n "ä":"€"}', { 'webhook-id': 'evt_1' });
    expect(receiver.requests).toEqual([
      expect.objectContaining({ id: 'evt_1', method: 'POST', path: '/hooks?x=1', body: '{"a": 1,\n "ä":"€"}' }),
    ]);
  });

  it('is trusted through its authority, by address and by name, and not otherwise', async () => {
    expect((await post('/', '')).status).toBe(200);
    expect((await post('/', '', {}, { host: 'localhost' })).status).toBe(200);
    const stranger = await testCertificate();
    await expect(post('/', '', {}, { ca: stranger.ca })).rejects.toThrow(/certificate/);
  });

  it('answers as told: first what was queued, then the standing answer', async () => {
    receiver.answer((received) => ({ status: received.path === '/gone' ? 410 : 204 }));
    receiver.answerNext({ status: 503, headers: { 'retry-after': '7' }, body: 'later' });
    expect(await post('/gone', '')).toEqual({ status: 503, retryAfter: '7', body: 'later' });
    expect((await post('/gone', '')).status).toBe(410);
    expect((await post('/', '')).status).toBe(204);
  });

  it('answers late when told so', async () => {
    receiver.answer({ delayMs: 60 });
    const started = performance.now();
    await post('/', '');
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
  });

  it('answers when it is let to', async () => {
    const gate = Promise.withResolvers<undefined>();
    let answered = false;
    receiver.answer(({ path }) => (path === '/held' ? { status: 201, after: gate.promise } : {}));
    const held = post('/held', '').finally(() => (answered = true));
    await receiver.waitFor((received) => received.path === '/held');
    await post('/other', '');
    expect(answered).toBe(false);
    gate.resolve(undefined);
    expect((await held).status).toBe(201);
  });

  it('hangs or cuts the connection when told so, and has recorded the request', async () => {
    receiver.answerNext({ disconnect: true }, { hang: true });
    await expect(post('/cut', '')).rejects.toThrow(/hang up|ECONNRESET/);
    const hanging = post('/hang', '');
    const refused = expect(hanging).rejects.toThrow(/hang up|ECONNRESET/);
    await receiver.waitFor((received) => received.path === '/hang');
    await receiver.close();
    await refused;
    expect(receiver.requests.map((received) => received.path)).toEqual(['/cut', '/hang']);
  });

  it('waits for a request that fits, and says what came instead', async () => {
    const arrival = receiver.waitFor((received) => received.body === 'two');
    await post('/1', 'one');
    await post('/2', 'two');
    expect((await arrival).path).toBe('/2');
    await expect(receiver.waitFor((received) => received.body === 'three', 30)).rejects.toThrow(/POST \/1, POST \/2/);
  });

  function post(
    path: string,
    body: string,
    headers: Record<string, string> = {},
    { ca = certificate.ca, host = '127.0.0.1' } = {},
  ) {
    return new Promise<{ status: number | undefined; retryAfter: string | undefined; body: string }>(
      (resolve, reject) => {
        const outgoing = request(
          { host, port: receiver.port, path, ca, headers, method: 'POST', agent: false },
          (answer) => {
            void text(answer).then(
              (received) =>
                resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: received }),
              reject,
            );
          },
        );
        outgoing.on('error', reject).end(body);
      },
    );
  }
});
