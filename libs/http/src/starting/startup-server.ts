import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DomainError } from '@ci/domain';
import { errorBody } from '../http/error-body.ts';
import { REQUEST_ID_HEADER, requestIdFrom } from '../http/request-id.ts';
import { StartRefused } from '@ci/errors';

/** Where a service listens. */
export interface ListenAddress {
  readonly HOST: string;
  readonly PORT: number;
}

/**
 * Listens at the service's address until the service does: it is live, not ready, says what it waits for, and has clients retry all other
 * requests later. A separate server, because Nest registers the last of its routes after the hooks in which a service waits, and Fastify
 * takes none once it listens.
 */
export class StartupServer {
  private constructor(private readonly server: Server) {}

  /** `waitingFor` is asked at each request. */
  static async open({ HOST, PORT }: ListenAddress, waitingFor: () => readonly string[]): Promise<StartupServer> {
    const server = createServer((request, response) => answer(request, response, waitingFor()));
    try {
      await once(server.listen(PORT, HOST), 'listening');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartRefused(`HOST and PORT: nothing can listen on ${HOST}:${PORT} (${code ?? String(error)})`, {
        cause: error,
      });
    }
    return new StartupServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Once it has returned, the address is free. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    // Answers are written in one piece; what is left are connections on which nothing was asked, or not all of it.
    this.server.closeAllConnections();
    await closed;
  }
}

function answer(request: IncomingMessage, response: ServerResponse, dependencies: readonly string[]): void {
  const requestId = requestIdFrom(request.headers, false);
  const path = request.url?.split('?', 1)[0];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const send = (status: number, body: object, headers: Record<string, string> = {}): void => {
    const all = {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      [REQUEST_ID_HEADER]: requestId,
    };
    response.writeHead(status, { ...all, ...headers }).end(JSON.stringify(body));
  };
  if (isRead && path === '/health/live') return send(200, { status: 'live' });
  if (isRead && path === '/health/ready') {
    const awaited = dependencies.length === 0 ? ['start'] : dependencies;
    return send(503, { status: 'not_ready', checks: Object.fromEntries(awaited.map((name) => [name, 'failed'])) });
  }
  const { status, body, headers } = errorBody(new DomainError('unavailable'), requestId);
  return send(status, body, headers);
}
