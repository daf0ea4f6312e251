import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, Get, Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.ts';
import { createHttpService } from './create-http-service.ts';
import { createLogger } from '@ci/observability';

let reached = (): void => {};
let letGo = (): void => {};
let exit = (_code: unknown): void => {};

@Controller('slow')
class SlowController {
  @Get()
  async slow() {
    reached();
    await new Promise<void>((resolve) => (letGo = resolve));
    return { done: true };
  }
}

@Module({ imports: [HealthModule.forRoot({ checks: {} })], controllers: [SlowController] })
class SlowModule {}

@Module({ controllers: [SlowController] })
class QuickModule {}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const silent = () => createLogger({ service: 'slow', level: 'silent' });

describe('a service that stops', () => {
  const listeners = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  beforeAll(() => {
    jest.spyOn(process, 'exit').mockImplementation(((code: unknown) => exit(code)) as never);
  });
  afterAll(() => jest.restoreAllMocks());
  afterEach(() => {
    for (const [signal, before] of listeners) {
      const added = process.listeners(signal).filter((listener) => !before.includes(listener));
      for (const listener of added) process.removeListener(signal, listener);
    }
  });

  it('drains on a signal: it says that it is not ready, serves, and ends each connection with its answer; then it exits with 0', async () => {
    const exited = nextExit();
    const app = await createHttpService(SlowModule, { service: 'slow', logger: silent(), drainMs: 3_000 });
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const before = await fetch(`${url}/health/ready`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const begun = slowRequest(url);
    await begun.inside;

    process.emit('SIGTERM', 'SIGTERM');
    const draining = await fetch(`${url}/health/ready`);
    expect([draining.status, draining.headers.get('connection'), await draining.json()]).toEqual([
      503,
      'close',
      { status: 'not_ready', checks: { shutdown: 'failed' } },
    ]);
    letGo();
    expect(await begun.answer).toEqual(['close', { done: true }]);
    const late = slowRequest(url);
    await late.inside;
    letGo();
    expect(await late.answer).toEqual(['close', { done: true }]);
    expect(await exited).toBe(0);
    expect(app.getHttpServer().listening).toBe(false);
  });

  it('ends connections with the answers it gives while it closes, so that none keeps it open', async () => {
    const app = await createHttpService(QuickModule, { service: 'slow', logger: silent(), stopOnSignals: false });
    await app.listen(0, '127.0.0.1');
    const inside = new Promise<void>((resolve) => (reached = resolve));
    // A client that never ends a connection: the service would keep it for longer than a test may take.
    const client = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
    client.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const answer = text(client);
    await inside;
    const closing = new Promise<void>((resolve) => app.getHttpAdapter().getHttpServer().once('close', resolve));
    const closed = app.close();
    while (app.getHttpServer().listening) await new Promise(setImmediate);
    letGo();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*\{"done":true\}$/is);
    await Promise.all([closing, closed]);
  });

  it('does not wait for connections on which nothing was asked', async () => {
    const app = await createHttpService(QuickModule, { service: 'slow', logger: silent(), stopOnSignals: false });
    await app.listen(0, '127.0.0.1');
    const accepted = once(app.getHttpServer(), 'connection');
    const socket = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
    const ended = once(socket, 'close');
    await accepted;
    await app.close();
    await ended;
  });

  it('exits with 1 when it takes longer than it may', async () => {
    const exited = nextExit();
    const app = await createHttpService(SlowModule, { service: 'slow', logger: silent(), shutdownTimeoutMs: 50 });
    await app.listen(0, '127.0.0.1');
    const begun = slowRequest(await app.getUrl());
    await begun.inside;
    process.emit('SIGINT', 'SIGINT');
    expect(await exited).toBe(1);
    const ended = nextExit();
    letGo();
    await begun.answer;
    await ended;
  });
});

/** A request that is inside, and answered when it is let go: how its connection goes on, and what came. */
function slowRequest(url: string): { readonly inside: Promise<void>; readonly answer: Promise<unknown> } {
  const inside = new Promise<void>((resolve) => (reached = resolve));
  const answer = fetch(`${url}/slow`).then(async (response) => [
    response.headers.get('connection'),
    await response.json(),
  ]);
  return { inside, answer };
}

/** How the process would have ended. */
function nextExit(): Promise<unknown> {
  return new Promise((resolve) => (exit = resolve));
}
