import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { until } from './until.ts';

/** A port on which nothing listens. One that was free a moment ago may be in use by now. */
const NO_LISTENER = 1;

describe('a TCP proxy', () => {
  let proxy: TcpProxy;
  const servers: Server[] = [];
  const clients: Socket[] = [];

  beforeEach(async () => {
    proxy = await startTcpProxy();
  });
  afterEach(async () => {
    await proxy.close();
    for (const client of clients.splice(0)) client.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  it('passes on what either side says', async () => {
    proxy.leadTo(await echo('one'));
    const client = await open();
    expect(await answerTo(client, 'hello')).toBe('one hello');
    expect(proxy.connections).toBe(1);
    client.destroy();
    await until(() => proxy.connections === 0);
  });

  it('leads new connections elsewhere and leaves the open ones where they are', async () => {
    proxy.leadTo(await echo('one'));
    const before = await open();
    expect(await answerTo(before, 'a')).toBe('one a');
    proxy.leadTo(await echo('two'));
    const after = await open();
    expect(await answerTo(after, 'b')).toBe('two b');
    expect(await answerTo(before, 'c')).toBe('one c');
  });

  it('cuts open connections so that both sides notice, and takes new ones', async () => {
    proxy.leadTo(await echo('one'));
    const client = await open();
    await answerTo(client, 'a');
    proxy.cut();
    expect(await failureOf(client)).toBe('ECONNRESET');
    expect(await answerTo(await open(), 'b')).toBe('one b');
  });

  it('refuses everybody while it is shut', async () => {
    proxy.leadTo(await echo('one'));
    proxy.shut();
    expect(await failureOf(connect(proxy.port, '127.0.0.1'))).toBe('ECONNRESET');
    proxy.open();
    expect(await answerTo(await open(), 'a')).toBe('one a');
  });

  it('passes nothing while it is stalled, with every socket open, and then all of it in its order', async () => {
    proxy.leadTo(await echo('one'));
    const client = await open();
    await answerTo(client, 'a');
    proxy.stall();
    const said = gathered(client);
    client.write('b');
    expect(await answerTo(await open(), 'new')).toBe('one new');
    expect(said()).toBe('');
    client.write('c');
    proxy.flow();
    await until(() => /^one b(one )?c$/.test(said()), { describe: () => `both answers; so far: ${said()}` });
    expect(client.destroyed).toBe(false);
  });

  it('stalls new connections, too, on request', async () => {
    const server = await echo('one');
    proxy.leadTo(server);
    proxy.stall('with new ones');
    const client = await open();
    const said = gathered(client);
    client.write('a');
    for (const text of ['b', 'c']) expect(await answerTo(await open(server), text)).toBe(`one ${text}`);
    expect([said(), proxy.connections]).toEqual(['', 1]);
    proxy.flow();
    await until(() => said() === 'one a');
  });

  it('passes an end that comes while it is stalled on when it flows again', async () => {
    const ended = Promise.withResolvers<string>();
    let heard = '';
    const server = await serve((socket) => {
      socket.on('data', (chunk) => (heard += chunk.toString()));
      socket.on('end', () => ended.resolve(heard));
    });
    proxy.leadTo(server);
    const client = await open();
    proxy.stall();
    client.end('COMMIT');
    await once(client, 'finish');
    const other = await echo('other');
    for (const text of ['b', 'c']) expect(await answerTo(await open(other), text)).toBe(`other ${text}`);
    expect([heard, proxy.connections]).toEqual(['', 1]);
    proxy.flow();
    expect(await ended.promise).toBe('COMMIT');
    await until(() => proxy.connections === 0);
  });

  it('can be cut while it is stalled', async () => {
    proxy.leadTo(await echo('one'));
    const client = await open();
    proxy.stall();
    proxy.cut();
    expect(await failureOf(client)).toBe('ECONNRESET');
    await until(() => proxy.connections === 0);
  });

  it('lets a client feel that nobody is behind it', async () => {
    proxy.leadTo(NO_LISTENER);
    expect(await failureOf(connect(proxy.port, '127.0.0.1'))).toBe('ECONNRESET');
  });

  const echo = (name: string): Promise<number> =>
    serve((socket) => socket.on('data', (chunk) => socket.write(`${name} ${chunk.toString()}`)));

  async function serve(onClient: (socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      onClient(socket);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function open(port = proxy.port): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    socket.on('error', () => undefined); // the end of the test cuts it
    await once(socket, 'connect');
    return socket;
  }

  async function answerTo(socket: Socket, text: string): Promise<string> {
    socket.write(text);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString();
  }

  /** What has arrived since. */
  function gathered(socket: Socket): () => string {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    return () => text;
  }

  /** A reset that comes before the connection is reported is a failure of the same kind. */
  async function failureOf(socket: Socket): Promise<unknown> {
    return new Promise((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on('data', () => undefined);
    });
  }
});
