import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { innerServices, type InnerService } from '@ci/testing/system';
import type { NeededAnswer } from './http-contract.ts';

/** A request that came to one of them. */
export interface Arrival {
  readonly service: InnerService;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Replaces the four services for the gateway: it answers what a contract says, and keeps the requests. */
export class StubServices {
  #arrivals: Arrival[] = [];
  #answers: NeededAnswer[] = [];
  /** The descriptions that the gateway asks for on its own, and the requests. */
  readonly descriptionRequests = new Map<InnerService, Arrival>();

  private constructor(
    private readonly servers: ReadonlyMap<InnerService, Server>,
    private readonly descriptionOf: (service: InnerService) => NeededAnswer,
  ) {}

  /** Reached from containers too, so at every address of this machine. */
  static async start(descriptionOf: (service: InnerService) => NeededAnswer): Promise<StubServices> {
    const servers = new Map(innerServices.map((service) => [service, createServer()]));
    const stub = new StubServices(servers, descriptionOf);
    for (const [service, server] of servers) {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        void stub.#answer(service, request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    }
    return stub;
  }

  portOf(service: InnerService): number {
    return (this.servers.get(service)?.address() as AddressInfo).port;
  }

  /** From now on these answers, in this order. */
  prepare(answers: readonly NeededAnswer[]): void {
    this.#arrivals = [];
    this.#answers = [...answers];
  }

  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  async stop(): Promise<void> {
    for (const server of this.servers.values()) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #answer(service: InnerService, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrival = { ...arrivalOf(service, request), body: await text(request) };
    const isDescription = arrival.path === '/internal/openapi.json';
    if (isDescription) this.descriptionRequests.set(service, arrival);
    else this.#arrivals.push(arrival);
    const answer = isDescription ? this.descriptionOf(service) : this.#answers.shift();
    if (answer === undefined) {
      response.writeHead(500).end('nothing was agreed on for this request');
      return;
    }
    response.writeHead(answer.status, { ...answer.headers });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }
}

function arrivalOf(service: InnerService, { method = '', url = '', headers }: IncomingMessage): Omit<Arrival, 'body'> {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { service, method, path: url, headers: Object.fromEntries(given) };
}
