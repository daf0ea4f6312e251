import { Agent, createServer, request as requestOf, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a platform puts before several instances of a service: each request goes to the next one. */
export interface RoundRobin {
  readonly url: string;
  /** Requests go to these ports of loopback from now on, in turn. */
  readonly leadTo: (...ports: readonly number[]) => void;
  readonly close: () => Promise<void>;
}

/** Starts one on a free port. An instance that refuses the connection is passed over; one that breaks off takes its request with it. */
export async function startRoundRobin(): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let ports: readonly number[] = [];
  let turn = 0;
  const server = createServer((incoming, answer) => {
    turn += 1;
    // From this one on, all of them.
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    forward(incoming, answer, agent, order);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (...next) => void (ports = next),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

function forward(incoming: IncomingMessage, answer: ServerResponse, agent: Agent, ports: readonly number[]): void {
  const [port, ...others] = ports;
  if (port === undefined) return void answer.destroy();
  const { method, url, headers } = incoming;
  const outgoing = requestOf({ host: '127.0.0.1', port, method, path: url, headers, agent });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    // Refused: nothing of the request has been read yet.
    if (error.code === 'ECONNREFUSED') forward(incoming, answer, agent, others);
    else answer.destroy();
  });
  outgoing.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer).on('error', () => outgoing.destroy());
    response.on('error', () => answer.destroy());
  });
  answer.on('close', () => outgoing.destroy());
  // The body waits for the connection: a refused one must not have swallowed any of it.
  outgoing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => incoming.pipe(outgoing));
    else incoming.pipe(outgoing);
  });
}
