import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '../logging/logger.ts';
import { StartRefused } from '@ci/errors';
import type { Metrics } from './metrics.ts';

/** Where metrics are shown. */
export interface MetricsAddress {
  readonly HOST: string;
  /** Undefined: nowhere. */
  readonly METRICS_PORT?: number | undefined;
}

/** Shows `GET /metrics` in Prometheus' form, on a separate port that is not for clients: the API's port faces strangers. */
export class MetricsServer {
  #server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly address: MetricsAddress,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    const { HOST, METRICS_PORT } = this.address;
    if (METRICS_PORT === undefined) return;
    this.metrics.observeProcess();
    this.#server = createServer(({ url, method }, response) => {
      if (url === '/metrics' && (method === 'GET' || method === 'HEAD')) void this.#show(response);
      else response.writeHead(404).end();
    });
    try {
      await once(this.#server.listen(METRICS_PORT, HOST), 'listening');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartRefused(
        `HOST and METRICS_PORT: nothing can listen on ${HOST}:${METRICS_PORT} (${code ?? String(error)})`,
        { cause: error },
      );
    }
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #show(response: ServerResponse): Promise<void> {
    try {
      const text = await this.metrics.text();
      response.writeHead(200, { 'content-type': this.metrics.contentType }).end(text);
    } catch (error) {
      this.logger.error({ err: error }, 'metrics cannot be shown');
      response.writeHead(500).end();
    }
  }
}
