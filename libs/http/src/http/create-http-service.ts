import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { notFound } from '@ci/domain';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyHttpOptions,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify';
import { nestLogger, traceIdOf, type Logger, type TraceSettings } from '@ci/observability';
import { Readiness } from '../health/readiness.ts';
import { routeOf } from './http-metrics.ts';
import { MAX_BODY_BYTES, parseBodies, streamBodies } from './bodies.ts';
import { answerClientError } from './client-error.ts';
import { answerConditionalRequests } from './conditional-requests.ts';
import { ErrorFilter, sendError } from './error.filter.ts';
import { REQUEST_ID_HEADER, requestIdFrom } from './request-id.ts';
import { RouteTable } from './route-table.ts';
import { traceRequests } from './trace-requests.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { answerUnusualRequests, routableTarget } from './unusual-requests.ts';

/** How a service answers HTTP. */
export interface HttpServiceOptions {
  /** The service's name. */
  readonly service: string;
  readonly logger: Logger;
  /**
   * Whether any client may call it, as with the gateway: then it alone chooses request ids, and headers are small and quick. A service
   * behind it takes more than it lets through. Default: no.
   */
  readonly isPublic?: boolean;
  /** Whether bodies are parsed, or left as streams to be forwarded. Default: `parse`. */
  readonly bodies?: 'parse' | 'stream';
  /** Whether SIGTERM and SIGINT stop the service. Tests say no. Default: yes. */
  readonly stopOnSignals?: boolean;
  /** How long a stopping service goes on serving while it says that it is not ready, so that balancers turn away. Default: 0. */
  readonly drainMs?: number;
  /** How long stopping may take after that before the process is ended. Default: 10 s. */
  readonly shutdownTimeoutMs?: number;
  /** Where traces are collected. Default: nowhere. */
  readonly traces?: TraceSettings;
  /** Addresses of proxies whose `X-Forwarded-*` headers are believed. Default: none. */
  readonly trustProxy?: FastifyServerOptions['trustProxy'];
}

/** A Nest module class. */
export type RootModule = Parameters<typeof NestFactory.create>[0];

/**
 * Makes a service's HTTP side: every error in the one shape, `X-Request-Id` on every answer, bodies up to 10 MB, HEAD for every GET,
 * ETag and If-None-Match, an end in bounded time. The caller lets it listen.
 */
export async function createHttpService(
  rootModule: RootModule,
  options: HttpServiceOptions,
): Promise<NestFastifyApplication> {
  const { logger, service, traces } = options;
  const adapter = new FastifyAdapter(serverOptions(options));
  // Set up before Nest knows the instance: hooks hold for the routes registered after them.
  const leaving = new AbortController();
  const instance = adapter.getInstance<FastifyInstance>();
  prepare(instance, options, leaving.signal);
  // Loaded only where they are collected.
  if (traces?.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { exportTraces } = await import('@ci/observability/export-traces');
    instance.addHook('onClose', exportTraces(service, logger, traces.OTEL_TRACES_SAMPLER_ARG));
  }

  const app = await NestFactory.create<NestFastifyApplication>(rootModule, adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ErrorFilter(logger));
  if (options.stopOnSignals !== false) {
    const { drainMs = 0, shutdownTimeoutMs: timeoutMs = 10_000 } = options;
    const stopAccepting = (): void => {
      leaving.abort();
      app.get(Readiness, { strict: false }).stopAccepting();
    };
    stopOnSignals(app, { logger, drainMs, timeoutMs, stopAccepting });
  }
  return app;
}

function serverOptions({
  logger,
  isPublic = false,
  trustProxy = false,
}: HttpServiceOptions): FastifyHttpOptions<RawServerDefault> {
  return {
    loggerInstance: logger,
    // Nothing is logged through a request: what is logged of one names it.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: (request) => requestIdFrom(request.headers, !isPublic),
    requestIdHeader: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: routableTarget,
    http: {
      // Answered in our shape instead: see unusual-requests.ts.
      requireHostHeader: false,
      // A client that opens connections and sends nothing holds none of them for long. Node looks for late ones each 30 s by default.
      ...(isPublic ? { headersTimeout: 20_000, connectionsCheckingInterval: 2_000 } : {}),
      maxHeaderSize: isPublic ? 16_384 : 32_768,
    },
    // Longer than the gateway's pool keeps a connection, so that it is never closed under a request just sent.
    keepAliveTimeout: 72_000,
    requestTimeout: 60_000,
    // Requests that are there when the service stops are still served; Fastify's own 503 has another shape.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, logger),
    clientErrorHandler: answerClientError,
  };
}

function prepare(
  instance: FastifyInstance,
  { logger, bodies = 'parse', isPublic = false }: HttpServiceOptions,
  leaving: AbortSignal,
): void {
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  traceRequests(instance, { isPublic });
  answerUnusualRequests(instance);
  RouteTable.watch(instance);
  if (bodies === 'parse') parseBodies(instance);
  else streamBodies(instance);
  // A path parameter with NUL is no id, and Postgres would refuse it as a text. Who passes paths on leaves them to their reader.
  if (bodies === 'parse') {
    instance.addHook('onRequest', (request, _reply, done) =>
      done(hasNulParameter(request.params) ? notFound() : undefined),
    );
  }
  answerConditionalRequests(instance);
  closeConnectionsWhenStopping(instance, leaving);
  instance.addHook('onResponse', (request, reply, done) => {
    // Not of Fastify's reply: an answer may have been written past it.
    const status = reply.raw.statusCode;
    // Not being ready is a response, not a failure, and callers ask for it often.
    const level = status >= 500 && !request.url.startsWith('/health/') ? 'info' : 'debug';
    if (logger.isLevelEnabled(level)) {
      const { id, method, headers } = request;
      const trace_id = traceIdOf(headers['traceparent']);
      const entry = { request_id: id, trace_id, method, route: routeOf(request), status };
      logger[level]({ ...entry, ms: Math.round(reply.elapsedTime) }, 'request');
    }
    done();
  });
}

/**
 * An answer given by a service that is `leaving` or closes is its connection's last. So a client's next request finds another instance, and
 * does not meet the connection's end on its way; and the end waits for no idle connections to time out.
 */
function closeConnectionsWhenStopping(instance: FastifyInstance, leaving: AbortSignal): void {
  let closing = false;
  // Node takes a connection on which nothing was asked yet for a busy one. Browsers and pools open some in advance.
  const unused = new Set<Socket>();
  instance.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  instance.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  instance.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) socket.destroy();
  });
  const endConnection = (reply: FastifyReply): void => {
    if (closing || leaving.aborted) reply.header('connection', 'close');
  };
  // At first, for answers that are written past Fastify; and at last, for those of requests that were there before.
  instance.addHook('onRequest', (_request, reply, done) => {
    endConnection(reply);
    done();
  });
  instance.addHook('onSend', async (_request, reply, payload) => {
    endConnection(reply);
    return payload;
  });
}

function hasNulParameter(parameters: unknown): boolean {
  return Object.values((parameters ?? {}) as Record<string, unknown>).some(
    (value) => typeof value === 'string' && value.includes('\0'),
  );
}
