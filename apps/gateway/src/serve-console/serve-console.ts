import { METHODS } from 'node:http';
import { notFound } from '@ci/domain';
import fastifyCookie from '@fastify/cookie';
import { sendError } from '@ci/http';
import type { Logger } from '@ci/observability';
import { CONFIG } from '@ci/service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Admission } from '../admit/admission.ts';
import { consoleFolder, type GatewayConfig } from '../config.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import { proxyRoute } from '../serve-api.ts';
import { ConsoleApi } from './console-api.ts';
import { ConsoleGate, setHeaderOf } from './console-gate.ts';
import { serveOwnApi } from './serve-own-api.ts';
import { servePages } from './serve-pages.ts';

/** `/console` and all below it. Call it after `serveApi`, before the application listens. */
export function serveConsole(app: NestFastifyApplication, logger: Logger): void {
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  const gate = app.get(ConsoleGate);
  const admission = app.get(Admission);
  // Not awaited: that would finish the routes that are there, before Nest has given them what answers errors.
  void instance.register(async (scope) => {
    // Nest sets its own when the application starts, which may be too late for this part.
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, logger));
    await scope.register(fastifyCookie);
    // `/v1` for who is signed in: the same admission, the same services, another proof of who asks.
    for (const url of [`${API}/v1`, `${API}/v1/*`]) {
      proxyRoute(scope, url, app.get(ApiProxy), (request, reply) => {
        reply.header('cache-control', 'no-store');
        return admission.admit({
          method: request.method,
          url: request.url.slice(API.length),
          identify: () => gate.identify(request, reply),
          setHeader: setHeaderOf(reply),
        });
      });
    }
    await serveOwnApi(scope, { prefix: API, gate, api: app.get(ConsoleApi) });
    scope.route({
      method: METHODS.filter((method) => method !== 'CONNECT'),
      url: `${API}/*`,
      onRequest: (_request, _reply, done) => done(notFound()),
      handler: () => undefined,
    });
    await servePages(scope, consoleFolder(app.get<GatewayConfig>(CONFIG)));
  });
}

const API = '/console/api';
