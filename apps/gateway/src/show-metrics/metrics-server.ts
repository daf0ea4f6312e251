import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Logger } from '@ci/platform';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  readonly registry: Registry;
  readonly host: string;
  /** Undefined: metrics are shown nowhere. */
  readonly port: number | undefined;
  readonly logger: Logger;
}

/** Shows `GET /metrics` in Prometheus' form, on a port of its own that is not for clients: the API's port faces strangers. */
export class MetricsServer {
  #server: Server | undefined;

  constructor(private readonly options: MetricsServerOptions) {}

  async start(): Promise<void> {
    const { registry, host, port, logger } = this.options;
    if (port === undefined) return;
    this.#server = createServer(({ url, method }, response) => {
      if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
        response.writeHead(404).end();
        return;
      }
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          logger.error({ err: error }, 'metrics can not be shown');
          response.writeHead(500).end();
        },
      );
    });
    await once(this.#server.listen(port, host), 'listening');
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
