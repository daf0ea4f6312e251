import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { createHttpService, createLogger, HealthModule } from '../index.ts';

let reached = (): void => {};
let letGo = (): void => {};

@Controller('slow')
class SlowController {
  @Get()
  async slow() {
    reached();
    await new Promise<void>((resolve) => (letGo = resolve));
    return { done: true };
  }
}

@Module({ imports: [HealthModule.forRoot({ checks: {}, drainMs: 2_000 })], controllers: [SlowController] })
class DrainingModule {}

@Module({ imports: [HealthModule.forRoot({ checks: {}, drainMs: 300 })], controllers: [SlowController] })
class SlowModule {}

@Module({ controllers: [SlowController] })
class QuickModule {}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const silent = () => createLogger({ service: 'slow', level: 'silent' });

describe('a service that stops', () => {
  it('says that it is not ready, finishes what it has begun, then takes no more', async () => {
    const app = await createHttpService(DrainingModule, { service: 'slow', logger: silent(), stopOnSignals: false });
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const inside = new Promise<void>((resolve) => (reached = resolve));
    const slow = fetch(`${url}/slow`);
    await inside;

    const closed = app.close();
    const draining = await fetch(`${url}/health/ready`);
    expect([draining.status, await draining.json()]).toEqual([
      503,
      { status: 'not_ready', checks: { shutdown: 'failed' } },
    ]);
    letGo();
    expect(await (await slow).json()).toEqual({ done: true });
    await closed;
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

  it('on a signal exits with 0, and with 1 when it takes longer than it may', async () => {
    const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
    let exited: (code: unknown) => void = () => undefined;
    const exit = jest.spyOn(process, 'exit').mockImplementation(((code: unknown) => exited(code)) as never);
    const nextExit = () => new Promise((resolve) => (exited = resolve));
    try {
      const quick = await createHttpService(SlowModule, {
        service: 'slow',
        logger: silent(),
        shutdownTimeoutMs: 3_600_000,
      });
      await quick.init();
      const quickExit = nextExit();
      process.emit('SIGTERM', 'SIGTERM');
      expect(await quickExit).toBe(0);

      // Draining alone takes longer than this one may.
      const slow = await createHttpService(SlowModule, { service: 'slow', logger: silent(), shutdownTimeoutMs: 50 });
      await slow.init();
      const slowExit = nextExit();
      process.emit('SIGINT', 'SIGINT');
      expect(await slowExit).toBe(1);
      await nextExit();
    } finally {
      exit.mockRestore();
      for (const [signal, listeners] of before) {
        const added = process.listeners(signal).filter((listener) => !listeners.includes(listener));
        for (const listener of added) process.removeListener(signal, listener);
      }
    }
  });
});
