import { METHODS } from 'node:http';
import { DomainError } from '@ci/domain';
import { nameRoute } from '@ci/http';
import type { Logger } from '@ci/observability';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Admission, type Admitted } from './admit/admission.ts';
import { Authenticator } from './authenticate/authenticator.ts';
import { warnOfUntrustedProxy } from './authenticate/warn-of-proxy.ts';
import { ApiProxy } from './proxy/api-proxy.ts';

// CONNECT asks for a tunnel and never becomes a request.
const methods = METHODS.filter((method) => method !== 'CONNECT');

/**
 * Takes every request for `/v1`, whatever its method, so that even a path that does not exist is answered in the promised order. Call it
 * before the application listens.
 */
export function serveApi(app: NestFastifyApplication, logger: Logger): void {
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  warnOfUntrustedProxy(instance, logger);
  const admission = app.get(Admission);
  const authenticator = app.get(Authenticator);
  for (const method of methods) {
    if (!instance.supportedMethods.includes(method)) instance.addHttpMethod(method, { hasBody: true });
  }
  // The description needs no key, with any method.
  instance.route({
    method: methods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: '/v1/openapi.json',
    onRequest: (_request, _reply, done) =>
      done(new DomainError('method_not_allowed', undefined, { headers: { allow: 'GET, HEAD' } })),
    handler: () => undefined,
  });
  for (const url of ['/v1', '/v1/*']) {
    proxyRoute(instance, url, app.get(ApiProxy), (request, reply) => {
      const { method, url: requested, ip: address } = request;
      const { authorization } = request.headers;
      const setHeader = (name: string, value: string) => void reply.header(name, value);
      const identify = () => authenticator.authenticate(authorization, address, setHeader);
      return admission.admit({ method, url: requested, identify, setHeader });
    });
  }
}

/** Forwards admitted requests, with any method. */
export function proxyRoute(
  instance: FastifyInstance,
  url: string,
  proxy: ApiProxy,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Admitted>,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  instance.route({
    method: methods,
    url,
    // Before the body: a refused request is refused unread.
    onRequest: async (request, reply) => {
      const found = await admit(request, reply);
      admitted.set(request, found);
      nameRoute(request, url.replace('*', found.route.path));
    },
    handler: (request, reply) => proxy.handle(request, reply, admitted.get(request) as Admitted),
  });
}
