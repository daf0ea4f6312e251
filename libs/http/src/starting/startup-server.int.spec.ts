import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { StartupServer } from './startup-server.ts';

const HOST = '127.0.0.1';
let dependencies: readonly string[] = [];
let server: StartupServer;
beforeEach(async () => (server = await StartupServer.open({ HOST, PORT: 0 }, () => dependencies)));
afterEach(() => server.close());

const ask = async (path: string, init?: RequestInit): Promise<[number, unknown]> => {
  const answer = await fetch(`http://${HOST}:${server.port}${path}`, init);
  return [answer.status, await answer.json()];
};

describe('the address of a service that waits', () => {
  it('says that it lives, is not ready, and what it waits for now', async () => {
    expect(await ask('/health/live')).toEqual([200, { status: 'live' }]);
    expect(await ask('/health/ready')).toEqual([503, { status: 'not_ready', checks: { start: 'failed' } }]);
    dependencies = ['database', 'migrations'];
    expect(await ask('/health/ready?x=1')).toEqual([
      503,
      { status: 'not_ready', checks: { database: 'failed', migrations: 'failed' } },
    ]);
  });

  it('tells everybody else to come again, in the one shape of errors', async () => {
    const answer = await fetch(`http://${HOST}:${server.port}/v1/calls`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    const id = answer.headers.get('x-request-id');
    expect(await answer.json()).toEqual({
      error: {
        code: 'unavailable',
        message: expect.any(String),
        request_id: id,
        doc_url: '/docs/build/errors#unavailable',
      },
    });
  });

  it('is free once it has closed, also when somebody holds a connection and asks nothing', async () => {
    const { port } = server;
    const silent = connect(port, HOST);
    await once(silent, 'connect');
    const ended = once(silent, 'close');
    await Promise.all([server.close(), ended]);
    const next = createServer().listen(port, HOST);
    await once(next, 'listening');
    next.close();
    await once(next, 'close');
  });

  it('that is taken is refused in one line', async () => {
    const refusal = StartupServer.open({ HOST, PORT: server.port }, () => []);
    await expect(refusal).rejects.toMatchObject({
      name: 'StartRefused',
      message: `HOST and PORT: nothing can listen on ${HOST}:${server.port} (EADDRINUSE)`,
    });
  });
});
