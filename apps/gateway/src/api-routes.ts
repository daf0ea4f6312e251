import { METHODS } from 'node:http';
import { DomainError } from '@ci/domain';
import fastifyCookie from '@fastify/cookie';
import { nameRoute } from '@ci/http';
import type { Logger } from '@ci/observability';
import { LOGGER } from '@ci/service';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Admission, type Admitted } from './admit/admission.ts';
import { Authenticator } from './authenticate/authenticator.ts';
import type { Identity } from './authenticate/identity.ts';
import { warnOfUntrustedProxy } from './authenticate/warn-of-proxy.ts';
import { ConsoleGuard, setHeaderOf } from './console-api/console.guard.ts';
import { ApiProxy } from './proxy/api-proxy.ts';
import { serveRoutes } from './serve-routes.ts';

// CONNECT asks for a tunnel and never becomes a request.
const methods = METHODS.filter((method) => method !== 'CONNECT');
const CONSOLE_API = '/console/api';

type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Identity>;

/**
 * Takes every request for `/v1`, whatever its method, so that even a path that does not exist is answered in the promised order, and forwards
 * those that are admitted. `/console/api/v1` is the same for who is signed in: the same admission, the same services, another proof of who asks.
 */
@Injectable()
export class ApiRoutes implements OnModuleInit {
  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(ConsoleGuard) private readonly guard: ConsoleGuard,
    @Inject(ApiProxy) private readonly proxy: ApiProxy,
  ) {}

  onModuleInit(): void {
    const instance = this.host.httpAdapter.getInstance<FastifyInstance>();
    warnOfUntrustedProxy(instance, this.logger);
    // Read where a session is asked for: `/v1` takes no cookie.
    void instance.register(fastifyCookie, { hook: false });
    serveRoutes(this.host, this.logger, (scope) => this.#serve(scope));
  }

  #serve(scope: FastifyInstance): void {
    for (const method of methods)
      if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody: true });
    this.#forward(scope, '', ({ headers, ip }, reply) =>
      this.authenticator.authenticate(headers.authorization, ip, setHeaderOf(reply)),
    );
    this.#forward(scope, CONSOLE_API, (request, reply) => {
      reply.header('cache-control', 'no-store');
      return this.guard.identify(request, reply);
    });
    // The description needs no key, with any method.
    scope.route({
      method: methods.filter((method) => method !== 'GET' && method !== 'HEAD'),
      url: '/v1/openapi.json',
      onRequest: (_request, _reply, done) =>
        done(new DomainError('method_not_allowed', undefined, { headers: { allow: 'GET, HEAD' } })),
      handler: () => undefined,
    });
    // No page of the console, whatever the method.
    scope.route({ method: methods, url: `${CONSOLE_API}/*`, config: { isNone: true }, handler: () => undefined });
  }

  /** `/v1` below a prefix. */
  #forward(scope: FastifyInstance, prefix: string, identify: Identify): void {
    const admitted = new WeakMap<FastifyRequest, Admitted>();
    for (const url of [`${prefix}/v1`, `${prefix}/v1/*`]) {
      scope.route({
        method: methods,
        url,
        // Before the body: a refused request is refused unread.
        onRequest: async (request, reply) => {
          const found = await this.admission.admit({
            method: request.method,
            url: request.url.slice(prefix.length),
            identify: () => identify(request, reply),
            setHeader: setHeaderOf(reply),
          });
          admitted.set(request, found);
          nameRoute(request, url.replace('*', found.route.path));
        },
        handler: (request, reply) => this.proxy.handle(request, reply, admitted.get(request) as Admitted),
      });
    }
  }
}
