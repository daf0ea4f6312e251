import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyReply } from 'fastify';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type Answering = (request: RecordedRequest, reply: FastifyReply) => unknown;

/** A service behind the gateway: keeps what it got, and answers as the test says. */
export class RecordingService {
  readonly requests: RecordedRequest[] = [];
  /** Requests whose bodies may not have arrived. */
  arrivals = 0;
  /** Replaced by tests. */
  answer: Answering = () => ({ ok: true });
  readonly #server = Fastify({ forceCloseConnections: true, exposeHeadRoutes: false });

  constructor() {
    this.#server.removeAllContentTypeParsers();
    this.#server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    this.#server.all('/*', async (request, reply) => {
      this.arrivals += 1;
      const body = request.body === undefined ? Buffer.alloc(0) : await buffer(request.body as Readable);
      const recorded = { method: request.method, url: request.url, headers: request.headers, body };
      this.requests.push(recorded);
      return this.answer(recorded, reply);
    });
  }

  async listen(port = 0): Promise<void> {
    await this.#server.listen({ port, host: '127.0.0.1' });
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get last(): RecordedRequest {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error('the service got no request');
    return request;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
