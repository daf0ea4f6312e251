import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy on loopback whose connections can be cut and stalled, to see what its two sides make of it. */
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
  /** Open connections stay open, and nothing passes: no byte, no end, no error. Those that are made until `flow` stall `with new ones` alone. */
  readonly stall: (which?: 'with new ones') => void;
  /** What has been held back passes, in its order. */
  readonly flow: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy on a free port. Until `leadTo` it refuses. */
export async function startTcpProxy(): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let target: number | undefined;
  let isShut = false;
  let newOnesStall = false;
  const server = createServer({ noDelay: true }, (client) => {
    if (target === undefined || isShut) {
      client.on('error', ignore).resetAndDestroy();
      return;
    }
    const pair = join(client, connect({ host: '127.0.0.1', port: target, noDelay: true }), pairs);
    if (newOnesStall) pair.gate.close();
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
    stall: (which) => {
      newOnesStall = which !== undefined;
      for (const { gate } of pairs) gate.close();
    },
    flow: () => {
      newOnesStall = false;
      for (const { gate } of pairs) gate.open();
    },
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
  readonly gate: Gate;
}

/** Closed, it holds back all traffic. */
class Gate {
  #passing = Promise.resolve();
  #open: () => void = ignore;

  close(): void {
    this.open();
    this.#passing = new Promise((resolve) => void (this.#open = resolve));
  }

  open(): void {
    this.#open();
  }

  pass(then: () => void): void {
    void this.#passing.then(then);
  }
}

/** What ends one side ends the other, in the same way: an error must not look like an orderly end. */
function join(client: Socket, upstream: Socket, pairs: Set<Pair>): Pair {
  const gate = new Gate();
  const pair = { client, upstream, gate };
  pairs.add(pair);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    const passage = new Transform({ transform: (chunk: Buffer, _, done) => gate.pass(() => done(null, chunk)) });
    one.on('error', () => gate.pass(() => other.resetAndDestroy()));
    one.on('close', () => {
      if (client.destroyed && upstream.destroyed) pairs.delete(pair);
    });
    one.pipe(passage).pipe(other);
    passage.on('close', () => other.destroySoon());
  }
  return pair;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function ignore(): void {}
