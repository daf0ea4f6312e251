import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A TCP proxy on loopback whose connections can be cut, to see what its two sides make of it. */
export interface TcpProxy {
  readonly port: number;
  /** How many connections are open. */
  readonly connections: number;
  /** Connections go to this port of loopback from now on; those that are open stay. */
  readonly leadTo: (port: number) => void;
  /** Ends every open connection at once (RST). */
  readonly cut: () => void;
  /** Refuses new connections, and cuts the open ones, until `open`. */
  readonly shut: () => void;
  readonly open: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy on a free port. Until `leadTo` it refuses. */
export async function startTcpProxy(): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let target: number | undefined;
  let isShut = false;
  const server = createServer({ noDelay: true }, (client) => {
    if (target === undefined || isShut) {
      client.on('error', ignore).resetAndDestroy();
      return;
    }
    join(client, connect({ host: '127.0.0.1', port: target, noDelay: true }), pairs);
  });
  const port = await listen(server);
  const cut = (): void => {
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  };
  return {
    port,
    get connections() {
      return pairs.size;
    },
    leadTo: (to) => void (target = to),
    cut,
    shut: () => {
      isShut = true;
      cut();
    },
    open: () => void (isShut = false),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** What ends one side ends the other, in the same way: an error must not look like an orderly end. */
function join(client: Socket, upstream: Socket, pairs: Set<Pair>): void {
  const pair = { client, upstream };
  pairs.add(pair);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => other.resetAndDestroy());
    one.on('close', () => {
      other.destroySoon();
      if (client.destroyed && upstream.destroyed) pairs.delete(pair);
    });
    one.pipe(other);
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function ignore(): void {}
